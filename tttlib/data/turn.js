// Turns the boards of a picture in space: by dragging, with a finger, with the arrow keys.
// Without this script the picture stays as it is. The rules are those of draw_scene.py.
(() => {
  const NAMES = { X: "X", O: "O", ".": "empty", "#": "one" };

  function project([x, y, z], [side, above], radius, eye) {
    const a = (side * Math.PI) / 180, b = (above * Math.PI) / 180;
    [x, z] = [x * Math.cos(a) + z * Math.sin(a), z * Math.cos(a) - x * Math.sin(a)];
    [y, z] = [y * Math.cos(b) - z * Math.sin(b), y * Math.sin(b) + z * Math.cos(b)];
    const scale = (eye * radius) / (eye * radius + z);
    return [x * scale, y * scale, z, scale];
  }

  // the place of a square along every axis
  function places(shape) {
    let all = [[]];
    for (const side of shape)
      all = all.flatMap((at) => Array.from({ length: side }, (_, n) => [...at, n]));
    return all;
  }

  // the lines of k squares through one square, as square numbers
  function through(shape, k, square) {
    const at = places(shape)[square], lines = [];
    if (k === 1) return [[square]];
    const steps = places(shape.map(() => 3)).map((step) => step.map((s) => s - 1));
    for (const step of steps) {
      if ((step.find((s) => s) || 0) <= 0) continue; // each direction once
      for (let first = 0; first < k; first++) {
        const line = Array.from({ length: k }, (_, n) =>
          at.map((p, axis) => p + (n - first) * step[axis]));
        if (line.every((p) => p.every((n, axis) => n >= 0 && n < shape[axis])))
          lines.push(line.map((p) => p.reduce((sum, n, axis) => sum * shape[axis] + n, 0)));
      }
    }
    return lines;
  }

  const f = (number) => number.toFixed(1);

  function mark([x, y, , scale], letter, [cross, ring]) {
    if (letter === "X") {
      const a = 8 * scale;
      return `<path d="M${f(x - a)} ${f(y - a)}L${f(x + a)} ${f(y + a)}` +
        `M${f(x - a)} ${f(y + a)}L${f(x + a)} ${f(y - a)}" ` +
        `stroke="${cross}" stroke-width="${f(3.4 * scale)}"/>`;
    }
    if (letter === "O")
      return `<circle cx="${f(x)}" cy="${f(y)}" r="${f(8 * scale)}" fill="none" ` +
        `stroke="${ring}" stroke-width="${f(3.4 * scale)}"/>`;
    if (letter === "#")
      return `<circle cx="${f(x)}" cy="${f(y)}" r="${f(9 * scale)}" fill="${cross}"/>`;
    return `<circle cx="${f(x)}" cy="${f(y)}" r="1.6" fill="currentColor"/>`;
  }

  function lattice(seen, cube) {
    let path = "";
    cube.forEach((side, axis) => places(cube).forEach((at, square) => {
      if (at[axis] > 0 || side === 1) return;
      const step = cube.slice(axis + 1).reduce((product, n) => product * n, 1);
      const [a, b] = [seen[square], seen[square + step * (side - 1)]];
      path += `M${f(a[0])} ${f(a[1])}L${f(b[0])} ${f(b[1])}`;
    }));
    return `<path d="${path}" fill="none" stroke="currentColor" stroke-opacity=".28"/>`;
  }

  function lit(seen, line, middles, color) {
    const size = seen.length;
    const points = line.map((square) => {
      const [x, y] = middles[Math.floor(square / size)];
      return [x + seen[square % size][0], y + seen[square % size][1], Math.floor(square / size)];
    });
    let within = "", between = "", spots = "";
    points.forEach(([x, y, cube], n) => {
      spots += `<circle cx="${f(x)}" cy="${f(y)}" r="12" fill="${color}" fill-opacity=".55"/>`;
      if (!n) return;
      const [u, v, last] = points[n - 1], piece = `M${f(u)} ${f(v)}L${f(x)} ${f(y)}`;
      if (cube === last) within += piece; else between += piece;
    });
    return (between &&
        `<path d="${between}" stroke="${color}" stroke-width="3" stroke-dasharray="1 7"/>`) +
      (within && `<path d="${within}" stroke="${color}" stroke-width="7"/>`) + spots;
  }

  function start(figure) {
    const svg = figure.querySelector("svg[data-scene]");
    if (!svg || figure.dataset.turn) return;
    figure.dataset.turn = "ready";
    const scene = JSON.parse(svg.dataset.scene), { shape, marks, middles } = scene;
    const cube = shape.slice(-3), size = cube[0] * cube[1] * cube[2];
    const centers = places(cube).map(([z, y, x]) =>
      [x - (cube[2] - 1) / 2, y - (cube[1] - 1) / 2, z - (cube[0] - 1) / 2]);
    const radius = Math.max(Math.hypot(...centers[0]), 0.5);
    const whole = svg.getAttribute("viewBox"), home = [...scene.view];
    let view = [...home], seen = [], pointed = null;

    function draw() {
      seen = centers.map((center) => {
        const [x, y, z, scale] = project(center, view, radius, scene.eye);
        return [x * scene.unit, y * scene.unit, z, scale];
      });
      const order = [...seen.keys()].sort((a, b) => seen[b][2] - seen[a][2]);
      svg.querySelector("g").innerHTML = marks.map((letters, board) => {
        const light = (line) => lit(seen, line, middles[board], scene.colors[2]);
        let below = scene.lines[board].map(light).join("");
        if (pointed && pointed.board === board && scene.k)
          below += '<g class="ttt-through">' +
            through(shape, scene.k, pointed.square).map(light).join("") + "</g>" +
            light([pointed.square]);
        return below +
          middles[board].map(([x, y], number) =>
            `<g transform="translate(${f(x)} ${f(y)})">` + lattice(seen, cube) +
            order.map((square) =>
              mark(seen[square], letters[number * size + square], scene.colors)).join("") +
            "</g>").join("");
      }).join("");
    }

    function say(text) { if (status.textContent !== text) status.textContent = text; }

    function point(next) {
      if (JSON.stringify(next) === JSON.stringify(pointed)) return;
      pointed = next;
      if (pointed && scene.k) {
        const at = places(shape)[pointed.square];
        const count = through(shape, scene.k, pointed.square).length;
        say(`Square (${at.join(", ")}), ${NAMES[marks[pointed.board][pointed.square]]}: ` +
          `${count} line${count === 1 ? "" : "s"} through it.`);
      } else say("");
      draw();
    }

    // the square that is drawn nearest to a place in the picture, if one is near
    function nearest(event) {
      const box = svg.getScreenCTM();
      if (!box) return null;
      const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(box.inverse());
      let best = null, least = 14;
      middles.forEach((cubes, board) => cubes.forEach(([x, y], number) =>
        seen.forEach((place, square) => {
          const distance = Math.hypot(spot.x - x - place[0], spot.y - y - place[1]);
          if (distance < least) {
            least = distance;
            best = { board, square: number * size + square };
          }
        })));
      return best;
    }

    function turn(side, above) {
      view = [view[0] + side, Math.max(-90, Math.min(90, view[1] + above))];
      draw();
    }

    const pad = document.createElement("div");
    pad.className = "ttt-turn";
    pad.tabIndex = 0;
    pad.setAttribute("role", "group");
    pad.setAttribute("aria-label",
      "Boards in space. The arrow keys turn them; Home turns them back." +
      (scene.k ? " N and P go from square to square and say how many lines run through it." : ""));
    svg.replaceWith(pad);
    pad.append(svg);

    const tools = document.createElement("div");
    tools.className = "ttt-turn-tools";
    const hint = document.createElement("span");
    hint.textContent = "Drag to turn" + (scene.k ? ", point at a square to see its lines." : ".");
    tools.append(hint);
    if (middles[0].length > 1 && marks.length === 1) {
      const label = document.createElement("label"), slider = document.createElement("input");
      slider.type = "range";
      slider.min = 0;
      slider.max = middles[0].length;
      slider.value = 0;
      const shown = document.createElement("output");
      const show = () => {
        const cubeShown = Number(slider.value);
        const index = places(shape.slice(0, -3))[cubeShown - 1];
        shown.textContent = cubeShown ? `cube ${index.join(", ")}` : "all cubes";
        slider.setAttribute("aria-valuetext", shown.textContent);
        const [x, y] = middles[0][cubeShown - 1] || [], [w, h] = scene.half;
        svg.setAttribute("viewBox", cubeShown ? `${x - w} ${y - h} ${2 * w} ${2 * h}` : whole);
      };
      slider.addEventListener("input", show);
      label.append("Look at ", slider, " ", shown);
      tools.append(label);
      show();
    }
    const status = document.createElement("span");
    status.setAttribute("role", "status");
    tools.append(status);
    pad.after(tools);

    let from = null;
    pad.addEventListener("pointerdown", (event) => {
      from = [event.clientX, event.clientY];
      pad.setPointerCapture(event.pointerId);
    });
    pad.addEventListener("pointermove", (event) => {
      if (!from) return point(nearest(event));
      turn((event.clientX - from[0]) / 2, (event.clientY - from[1]) / 2);
      from = [event.clientX, event.clientY];
    });
    for (const end of ["pointerup", "pointercancel"])
      pad.addEventListener(end, () => { from = null; });
    pad.addEventListener("pointerleave", () => { if (!from) point(null); });
    pad.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, -10], ArrowDown: [0, 10] };
      const count = marks[0].length, at = pointed ? pointed.square : -1;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (step[event.key]) turn(...step[event.key]);
      else if (event.key === "Home") { view = [...home]; draw(); }
      else if (scene.k && event.key === "n") point({ board: 0, square: (at + 1) % count });
      else if (scene.k && event.key === "p") point({ board: 0, square: (at + count - 1 + (at < 0)) % count });
      else if (event.key === "Escape") point(null);
      else return;
      event.preventDefault();
    });
    pad.addEventListener("blur", () => point(null));
    draw();
  }

  document.querySelectorAll("figure.ttt-figure").forEach(start);
})();

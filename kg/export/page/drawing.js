// The map: vis-network draws and finds nodes, at the places of the layout. Selecting fades what is not
// connected; that is painted over the whole, so that no node or edge has to change.
const Drawing = (() => {
  "use strict";

  const MARGIN = 56;
  const NAMED_NEIGHBOURS = 60;
  const REACH = 8; // pixels around a node that count as the node

  const { shades } = Colors;
  const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  let network = null;
  let order = [];
  let shown = { nodes: new Set(), edges: [] };
  let hovered = null;
  let overlays = [];
  const nodeSet = new vis.DataSet();

  const place = (node) => ({ x: Graph.nodes.x[node], y: Graph.nodes.y[node], size: Graph.nodes.size[node] });
  // Half the width that a node is drawn with: seen from afar, no less than a few pixels by its support.
  function radius(node, least = 1.6) {
    const pixels = least + Math.min(5, Math.sqrt(Graph.support[node]) * 0.25);
    return Math.max(Graph.nodes.size[node] / 2, pixels / network.getScale());
  }

  function paint(context, node, { ring = false, least } = {}) {
    const { x, y } = place(node);
    const half = radius(node, least);
    context.save();
    context.translate(x, y);
    context.scale(half, half);
    context.fillStyle = Colors.of(node);
    context.strokeStyle = ring ? shades.text : shades.ground;
    context.lineWidth = (ring ? 3 / network.getScale() : 1) / half;
    context.fill(Colors.outline(node));
    context.stroke(Colors.outline(node));
    context.restore();
  }

  const renderer = ({ ctx, id }) => ({ drawNode: () => paint(ctx, id) });

  const visNode = (node) => ({ id: node, shape: "custom", ctxRenderer: renderer, ...place(node) });

  const edgesShown = (node) =>
    shown.edges.filter((edge) => Graph.edges.from[edge] === node || Graph.edges.to[edge] === node);
  const neighboursShown = (node) => new Set(edgesShown(node).map((edge) => Graph.other(edge, node)));

  function paintNeighbourhood(context, selected, sight) {
    context.save();
    context.fillStyle = shades.ground;
    context.globalAlpha = 0.82;
    context.fillRect(sight.left, sight.top, sight.right - sight.left, sight.bottom - sight.top);
    context.globalAlpha = 1;
    const near = edgesShown(selected);
    const faint = near.length > NAMED_NEIGHBOURS;
    for (const edge of near) {
      const [from, to] = [place(Graph.edges.from[edge]), place(Graph.edges.to[edge])];
      const { width, dashes } = Edges.style(edge);
      context.strokeStyle = Colors.of(Graph.edges.to[edge]);
      context.globalAlpha = faint ? 0.35 : 0.7;
      context.lineWidth = Math.max(width, 1 / network.getScale());
      context.setLineDash(dashes);
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
      context.stroke();
    }
    context.restore();
    const nodes = neighboursShown(selected);
    for (const node of nodes) paint(context, node, { least: 3 });
    return nodes;
  }

  // The box of an element of the page in canvas units.
  function boxOf(element) {
    const origin = network.body.container.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    const corner = (x, y) => network.DOMtoCanvas({ x: x - origin.left, y: y - origin.top });
    const [start, end] = [corner(box.left, box.top), corner(box.right, box.bottom)];
    return { left: start.x, top: start.y, right: end.x, bottom: end.y };
  }

  function afterDrawing(context) {
    const { selected } = State.state;
    const sight = boxOf(network.body.container);
    let candidates = order;
    let must = new Set();
    if (selected !== null) {
      const near = paintNeighbourhood(context, selected, sight);
      paint(context, selected, { ring: true, least: 5 });
      candidates = order.filter((node) => near.has(node));
      if (near.size <= NAMED_NEIGHBOURS) must = near;
    }
    if (hovered !== null) paint(context, hovered, { ring: true, least: 4 });
    const first = [hovered, selected].filter((node) => node !== null);
    const named = [...new Set([...first, ...candidates])].map((node) => ({
      node,
      ...place(node),
      size: 2 * radius(node),
      bold: first.includes(node),
      must: first.includes(node) || must.has(node),
    }));
    const scale = network.getScale();
    const topics = State.state.byTopic && selected === null ? Regions.names(scale, sight) : [];
    Labels.draw(context, { topics, nodes: named }, { scale, sight, overlays: overlays.map(boxOf) });
  }

  // The node drawn nearest to a point in canvas units, if one is within reach.
  function nearest({ x, y }, reach) {
    let best = { node: null, distance: reach / network.getScale() };
    for (const node of shown.nodes) {
      const at = place(node);
      const distance = Math.hypot(at.x - x, at.y - y) - radius(node);
      if (distance < best.distance) best = { node, distance };
    }
    return best.node;
  }

  function hover(node) {
    if (node === hovered) return;
    hovered = node;
    network.body.container.classList.toggle("pointing", node !== null);
    network.redraw();
  }

  function followPointer(container) {
    container.addEventListener("pointermove", ({ pointerType, buttons, clientX, clientY }) => {
      if (pointerType !== "mouse" || buttons) return;
      const box = container.getBoundingClientRect();
      hover(nearest(network.DOMtoCanvas({ x: clientX - box.left, y: clientY - box.top }), REACH));
    });
    container.addEventListener("pointerleave", () => hover(null));
  }

  // Draws into `container`, with names clear of the elements `over` it; `onPick` gets the node that is
  // clicked, or null.
  function create(container, over, onPick) {
    overlays = over;
    network = new vis.Network(container, { nodes: nodeSet, edges: [] }, Graph.options);
    // The map takes the keys itself; vis-network's frame would be a second stop on the way through the page.
    container.querySelector(".vis-network").tabIndex = -1;
    network.on("beforeDrawing", (context) => {
      if (State.state.byTopic) Regions.paint(context);
      Edges.paint(context, network.getScale());
    });
    network.on("afterDrawing", afterDrawing);
    network.on("click", ({ pointer }) => onPick(nearest(pointer.canvas, REACH)));
    followPointer(container);
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      Colors.read();
      network.redraw();
    });
  }

  // Which names come first: concepts that several papers share, then papers, then the rest.
  function importance(node) {
    if (Graph.isPaper(node)) return 1.5 + Math.min(Graph.support[node], 99) / 1000;
    return Graph.isLink(node) ? 0 : Graph.support[node];
  }

  // Replaces what is drawn by `view` of View.current().
  function show(view) {
    nodeSet.remove([...shown.nodes].filter((node) => !view.nodes.has(node)));
    nodeSet.add([...view.nodes].filter((node) => !shown.nodes.has(node)).map(visNode));
    if (hovered !== null && !view.nodes.has(hovered)) hovered = null;
    shown = view;
    Regions.show(view.nodes);
    Edges.show(view.edges);
    order = [...view.nodes].sort((one, two) => importance(two) - importance(one) || one - two);
    network.redraw();
  }

  const motion = (duration) => (still() ? false : { duration, easingFunction: "easeInOutQuad" });

  function zoom(factor) {
    network.moveTo({
      scale: Math.min(5, Math.max(0.02, network.getScale() * factor)),
      animation: motion(150),
    });
  }

  // Brings `nodes` into sight, beside `covered` pixels at the right edge and no larger than `largest`.
  function frame(nodes, { covered = 0, largest = 1.5, animation = motion(400) } = {}) {
    const box = network.body.container.getBoundingClientRect();
    if (!nodes.length || !box.width) return;
    const places = nodes.map(place);
    const range = (axis) =>
      places.reduce(
        ([low, high], one) => [Math.min(low, one[axis]), Math.max(high, one[axis])],
        [Infinity, -Infinity],
      );
    const [[left, right], [top, bottom]] = [range("x"), range("y")];
    const room = {
      width: Math.max(80, box.width - covered - 2 * MARGIN),
      height: Math.max(80, box.height - 2 * MARGIN),
    };
    const scale = Math.min(largest, room.width / (right - left + 1), room.height / (bottom - top + 1));
    network.moveTo({
      position: { x: (left + right) / 2, y: (top + bottom) / 2 },
      scale,
      offset: { x: -covered / 2, y: 0 },
      animation,
    });
  }

  const fit = ({ covered, moving = true }) =>
    frame([...shown.nodes], { covered, animation: moving ? motion(300) : false });

  // Brings a node and what is drawn of its neighbours into sight.
  const approach = (node, covered) => frame([node, ...neighboursShown(node)], { covered, largest: 1.6 });

  const redraw = () => network.redraw();

  // Moves the ring to the nearest node in a direction [x, y], from the one that has it, else from what is selected,
  // else from the middle; the map follows. The node, or null where there is none further.
  function step([right, down]) {
    const from = hovered ?? State.state.selected;
    const start = from === null ? network.getViewPosition() : place(from);
    let best = { node: from === null ? nearest(start, Infinity) : null, cost: Infinity };
    if (from !== null) {
      for (const node of shown.nodes) {
        const [x, y] = [place(node).x - start.x, place(node).y - start.y];
        const ahead = x * right + y * down;
        const aside = Math.abs(x * down) + Math.abs(y * right);
        const cost = ahead + 2 * aside;
        if (ahead > 0 && aside <= ahead && cost < best.cost) best = { node, cost };
      }
    }
    if (best.node === null) return null;
    hover(best.node);
    const at = network.canvasToDOM(place(best.node));
    const box = network.body.container.getBoundingClientRect();
    const inside = at.x > MARGIN && at.y > MARGIN && at.x < box.width - MARGIN && at.y < box.height - MARGIN;
    if (!inside) network.moveTo({ position: place(best.node), animation: motion(150) });
    return best.node;
  }

  const pointed = () => hovered;

  // What is drawn, on its ground, as a canvas.
  function picture() {
    const { canvas } = network.canvas.frame;
    const copy = Dom.element("canvas", { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d");
    context.fillStyle = shades.ground;
    context.fillRect(0, 0, copy.width, copy.height);
    context.drawImage(canvas, 0, 0);
    return copy;
  }

  const visible = () => ({ nodes: nodeSet.getIds(), edges: shown.edges });

  // Where a node is on the screen, in pixels of the map.
  const position = (node) => network.canvasToDOM(place(node));

  return { create, show, approach, zoom, fit, redraw, step, pointed, picture, visible, position };
})();

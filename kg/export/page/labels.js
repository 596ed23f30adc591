// Names on the map, as on a street map: the important ones first, none over another, more as one zooms in.
const Labels = (() => {
  "use strict";

  const LONGEST = 34;
  const ROOM = 15000; // square pixels of sight for each name
  const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

  const shortened = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text);

  const widths = new Map();
  function width(context, text, weight) {
    const known = `${weight}${text}`;
    if (!widths.has(known)) {
      context.save();
      context.font = `${weight} 100px ${FONT}`;
      widths.set(known, context.measureText(text).width / 100);
      context.restore();
    }
    return widths.get(known);
  }

  const overlap = (one, two) =>
    one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;

  // Boxes in which a name may stand: below its node, above, right and left of it.
  function places({ x, y, radius }, wide, high) {
    const box = (left, top) => ({ left, top, right: left + wide, bottom: top + high });
    return [
      box(x - wide / 2, y + radius + 2),
      box(x - wide / 2, y - radius - 2 - high),
      box(x + radius + 4, y - high / 2),
      box(x - radius - 4 - wide, y - high / 2),
    ];
  }

  // The place in sight that lies over no other name and over the fewest nodes, or null.
  function bestPlace(boxes, sight, taken, nodes) {
    let best = null;
    for (const box of boxes) {
      if (box.left < sight.left || box.right > sight.right || taken.some((other) => overlap(box, other)))
        continue;
      const covered = nodes.reduce((sum, node) => sum + (overlap(box, node.box) ? 1 : 0), 0);
      if (!best || covered < best.covered) best = { box, covered };
      if (best.covered === 0) break;
    }
    return best?.box ?? null;
  }

  function onScreen({ node, x, y, size, bold, must }, scale) {
    const [px, py, radius] = [x * scale, y * scale, (size / 2) * scale];
    const box = { left: px - radius, right: px + radius, top: py - radius, bottom: py + radius };
    return { node, bold, must, x: px, y: py, radius, box };
  }

  // The names of topics, each where most of its nodes lie or a little above or below.
  function drawTopics(context, topics, scale, screen, taken) {
    const drawn = new Set();
    for (const { text, x, y, pixels, color } of topics) {
      const short = shortened(text);
      const [wide, high] = [width(context, short, 750) * pixels + 12, pixels + 8];
      const boxes = [0, -1, 1].map((rows) => {
        const [left, top] = [x * scale - wide / 2, y * scale - high / 2 + rows * high];
        return { left, top, right: left + wide, bottom: top + high };
      });
      const box = boxes.find(
        (one) =>
          one.left > screen.left && one.right < screen.right && !taken.some((other) => overlap(one, other)),
      );
      if (!box || !overlap(box, screen)) continue;
      taken.push(box);
      drawn.add(text);
      write(context, short, box, `750 ${pixels}px ${FONT}`, color);
    }
    return drawn;
  }

  function write(context, text, box, font, color) {
    context.font = font;
    context.fillStyle = color;
    context.strokeText(text, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
    context.fillText(text, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
  }

  // Draws the names of `topics` (of Regions.names), then names beside `nodes`, as many as there is room for. `nodes`
  // [{node, x, y, size, bold, must}] come most important first; `must` ones do not count. `sight` is the map's box
  // and `overlays` are the boxes of what lies over it, all in canvas units.
  function draw(context, { topics, nodes: candidates }, { scale, sight, overlays }) {
    const { shades } = Colors;
    const scaled = ({ left, top, right, bottom }) => ({
      left: left * scale,
      top: top * scale,
      right: right * scale,
      bottom: bottom * scale,
    });
    const screen = scaled(sight);
    const nodes = candidates
      .map((candidate) => onScreen(candidate, scale))
      .filter(({ box }) => overlap(box, screen));
    const obstacles = nodes.slice(0, 400);
    const taken = overlays.map(scaled);
    let left = Math.ceil(((screen.right - screen.left) * (screen.bottom - screen.top)) / ROOM);
    context.save();
    context.scale(1 / scale, 1 / scale);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 3.5;
    context.strokeStyle = shades.ground;
    const known = drawTopics(context, topics, scale, screen, taken);
    left -= topics.length;
    for (const node of nodes) {
      if (!node.must && left <= 0) break;
      if (!node.must && known.has(Graph.label(node.node))) continue;
      const pixels = Math.max(11.5, Math.min(16, 9.5 + node.radius * 0.3));
      const weight = node.bold ? 650 : 400;
      const text = shortened(Graph.label(node.node));
      const box = bestPlace(
        places(node, width(context, text, weight) * pixels + 8, pixels + 4),
        screen,
        taken,
        obstacles,
      );
      if (!box) continue;
      taken.push(box);
      if (!node.must) left -= 1;
      const color = Graph.isConcept(node.node) || node.must ? shades.text : shades.muted;
      write(context, text, box, `${weight} ${pixels}px ${FONT}`, color);
    }
    context.restore();
  }

  return { draw };
})();

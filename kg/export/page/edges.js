// The lines of the map. vis-network holds an object for each edge and draws each by itself, which takes too long for
// thousands of them: here, those of one style are one path.
const Edges = (() => {
  "use strict";

  const STYLES = {
    introduces: { width: 2.2 },
    comparesWith: { width: 1, dashes: [7, 4] },
    mentions: { width: 0.8, dashes: [2, 4] },
  };
  const PLAIN = { width: 1.2, dashes: [] };
  const NEAR = 0.5; // scale from which dashes can be told

  const style = (edge) => ({ ...PLAIN, ...STYLES[Graph.relation(edge)] });

  let groups = [];
  let alpha = 1;

  // Takes over which edges there are. Many are drawn fainter, so that together they are no blot.
  function show(edges) {
    const found = new Map();
    for (const edge of edges) {
      const [from, to] = [Graph.edges.from[edge], Graph.edges.to[edge]];
      const relation = Graph.relation(edge);
      if (!found.has(relation)) found.set(relation, { ...style(edge), path: new Path2D() });
      const { path } = found.get(relation);
      path.moveTo(Graph.nodes.x[from], Graph.nodes.y[from]);
      path.lineTo(Graph.nodes.x[to], Graph.nodes.y[to]);
    }
    groups = [...found.values()];
    alpha = Math.max(0.3, Math.min(1, Math.sqrt(1200 / Math.max(1, edges.length))));
  }

  function paint(context, scale) {
    const { edge, edgeAlpha } = Colors.shades;
    context.save();
    context.strokeStyle = `rgba(${edge}, ${(edgeAlpha * alpha).toFixed(3)})`;
    for (const { width, dashes, path } of groups) {
      context.lineWidth = Math.max(width, (0.4 * width) / scale);
      context.setLineDash(scale < NEAR ? [] : dashes);
      context.stroke(path);
    }
    context.restore();
  }

  return { style, show, paint };
})();

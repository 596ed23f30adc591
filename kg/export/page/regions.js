// The topics on the map: a tint behind the nodes of each, and where its name stands.
const Regions = (() => {
  "use strict";

  const SPACE = 60; // side of the square that the layout gives a node, as in kg.graph.layout
  const REACH = 0.7; // of the space of a drawn node
  const LEAST = 5; // drawn nodes of a topic that is named
  const ROOM = 60000; // square pixels of sight for each name
  const ALPHA = 0.09;

  let groups = [];
  let reach = SPACE;

  function median(values) {
    const sorted = values.sort((one, two) => one - two);
    return sorted[sorted.length >> 1];
  }

  // The drawn nodes by topic: where most of them lie, and how far from there.
  function show(nodes) {
    const members = new Map(Topics.all.map((topic) => [topic, []]));
    for (const node of nodes) members.get(Graph.topic(node))?.push(node);
    // The fewer nodes of the topics are drawn, the more room each has.
    const topics = [...members].filter(([, drawn]) => drawn.length).map(([topic]) => topic);
    const whole = topics.reduce((sum, topic) => sum + Topics.size(topic), 0);
    reach = REACH * SPACE * Math.sqrt(Math.max(1, whole / Math.max(1, nodes.size)));
    groups = [...members]
      .filter(([, drawn]) => drawn.length)
      .map(([topic, drawn]) => {
        const x = median(drawn.map((node) => Graph.nodes.x[node]));
        const y = median(drawn.map((node) => Graph.nodes.y[node]));
        const spread = median(
          drawn.map((node) => Math.hypot(Graph.nodes.x[node] - x, Graph.nodes.y[node] - y)),
        );
        return { topic, nodes: drawn, x, y, spread };
      })
      .sort((one, two) => two.nodes.length - one.nodes.length || one.topic - two.topic);
  }

  // One path for each topic, so that its tint does not add up where discs overlap.
  function paint(context) {
    context.save();
    context.globalAlpha = ALPHA;
    for (const { topic, nodes } of groups) {
      const path = new Path2D();
      for (const node of nodes) {
        const [x, y] = [Graph.nodes.x[node], Graph.nodes.y[node]];
        path.moveTo(x + reach, y);
        path.arc(x, y, reach, 0, 2 * Math.PI);
      }
      context.fillStyle = Colors.ofTopic(topic);
      context.fill(path);
    }
    context.restore();
  }

  // Names to draw, those of most nodes first: not of a few nodes, nor from so near that one sees but a part.
  function names(scale, sight) {
    const [wide, high] = [sight.right - sight.left, sight.bottom - sight.top];
    const inSight = ({ x, y }) => x > sight.left && x < sight.right && y > sight.top && y < sight.bottom;
    return groups
      .filter((group) => group.nodes.length >= LEAST && group.spread < wide / 3 && inSight(group))
      .slice(0, Math.ceil((wide * high * scale * scale) / ROOM))
      .map(({ topic, nodes, x, y }) => ({
        topic,
        text: Topics.name(topic),
        x,
        y,
        pixels: Math.min(20, 13 + Math.sqrt(nodes.length) / 2),
        color: Colors.ofTopic(topic),
      }));
  }

  return { show, paint, names };
})();

// Colours and shapes of the map, out of the style sheet: a node has the colour of its topic or of its type.
const Colors = (() => {
  "use strict";

  const outlines = new Map(Object.entries(Dom.OUTLINES).map(([shape, path]) => [shape, new Path2D(path)]));
  const shades = {};

  // Reads the colours of the light or dark scheme that is on.
  function read() {
    const style = getComputedStyle(document.documentElement);
    const value = (variable) => style.getPropertyValue(`--${variable}`).trim();
    for (const name of ["ground", "text", "muted", "edge"]) shades[name] = value(name);
    shades.edgeAlpha = Number(value("edge-alpha"));
    shades.types = new Map(Graph.types.map((type) => [type.name, value(type.name)]));
    shades.topics = Array.from({ length: Graph.topics.colors }, (_, n) => value(`topic-${n}`));
  }

  const ofTopic = (topic) => shades.topics[topic % shades.topics.length];
  const ofType = (node) => shades.types.get(Graph.type(node).name);
  const of = (node) => (State.state.byTopic ? ofTopic(Graph.topic(node)) : ofType(node));
  const outline = (node) => outlines.get(Graph.type(node).shape);

  read();

  return { shades, read, ofTopic, of, outline };
})();

// Topics: the communities of the layout, the largest first, each with the name of its most central concept.
const Topics = (() => {
  "use strict";

  const LEAST = 8; // nodes of a topic; smaller communities are drawn in its colour, but not named

  const sizes = new Uint32Array(Graph.topics.names.length);
  for (const topic of Graph.nodes.topic) sizes[topic] += 1;

  const all = [...sizes.keys()].filter((topic) => sizes[topic] >= LEAST && Graph.topics.names[topic].trim());
  const any = all.length > 1;

  // Names stand in addresses, so each is there once: "regret", "regret (2)".
  const byName = new Map();
  const names = new Map();
  for (const topic of all) {
    const name = Graph.topics.names[topic];
    let free = name;
    for (let number = 2; byName.has(free); number += 1) free = `${name} (${number})`;
    byName.set(free, topic);
    names.set(topic, free);
  }

  const name = (topic) => names.get(topic) ?? "";
  const find = (text) => byName.get(text) ?? null;
  const size = (topic) => sizes[topic];
  const tone = (topic) => `topic-${topic % Graph.topics.colors}`;

  return { all, any, name, find, size, tone };
})();

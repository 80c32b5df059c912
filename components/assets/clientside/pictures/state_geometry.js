// Where the parts of the mapping-state diagram are in a room of so many pixels. Arithmetic alone.
//
// States stand in rows by the number of jobs that run, from the bottom up. Circles have areas like shares of time, arrows
// end at their rims, loops are arcs beside them, and each label has room of its own: beside its circle, or below, or as a
// number where its name has no room.

const LETTER = 7.4,
  AIR = 6; // px, of a label, and between two
const LINE = 17; // px
const LEAST = 15; // px, radius of a circle that has to hold a cluster
const MOST = 40;
const LOOP = 9; // px, radius of a loop
const BESIDE = 2 * LOOP + 4; // px that loops take to the left of a circle
const TURNS = [1, 1.7, 0.4, 2.5, 3.4]; // times the usual bow, in the order in which they are tried
const GAP = 6; // px between a circle and its label
const SIDES = { arrival: 0.83, end: 1.17, upgrade: 1.0, migration: 0.68, machine: 1.32 }; // where loops are, of pi

const least = (low, value, high) => Math.max(low, Math.min(high, value));
const overlap = (a, b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
const box = (x, y, width, height) => ({ x0: x - width / 2, x1: x + width / 2, y0: y - height / 2, y1: y + height / 2 });

function rowsOf(states) {
  const layers = [...new Set(states.map((state) => state.layer))].sort((a, b) => a - b);
  return layers.map((layer) => ({
    layer: layer,
    members: states
      .map((state, n) => n)
      .filter((n) => states[n].layer === layer)
      .sort((a, b) => states[a].wish - states[b].wish),
  }));
}

// The longest way to write a label that fits: {lines, width, height, isBeside}.
function labelFor(state, r, slot, height) {
  const wide = (text) => text.length * LETTER;
  const forms = [];
  [state.label, state.number].forEach((name) => {
    forms.push({ lines: [name, state.said] }, { lines: [name + "  " + state.said] });
  });
  forms.push({ lines: [state.number] });
  const sized = forms.map((form) => ({
    lines: form.lines,
    width: Math.max(...form.lines.map(wide)),
    height: form.lines.length * LINE,
  }));
  const beside = sized.find((one) => BESIDE + 2 * r + GAP + one.width <= slot && one.height <= height - 2);
  const below = sized.find((one) => one.width <= slot - 4 && 2 * r + 4 + one.height <= height - 4);
  // A whole name below is better than a number beside.
  const isNamed = (one) => one && one.lines[0].startsWith(state.label);
  if (beside && (isNamed(beside) || !isNamed(below))) return Object.assign({ isBeside: true }, beside);
  return Object.assign({ isBeside: false }, below || sized[sized.length - 1]);
}

function placeStates(states, rest, width, height) {
  const rows = rowsOf(states);
  const tall = height / rows.length;
  const narrowest = width / Math.max(...rows.map((row) => row.members.length));
  const largest = least(9, Math.min(0.4 * tall, 0.2 * narrowest + 4), MOST);
  const smallest = Math.min(LEAST, largest);
  const top = Math.max(...states.map((state) => (state.layer === rest ? 0 : state.share)), 1e-9);
  const found = [];
  rows.forEach((row, number) => {
    const slot = width / row.members.length;
    const middle = height - (number + 0.5) * tall;
    row.members.forEach((n, place) => {
      const state = states[n];
      const r = least(smallest, largest * Math.sqrt(state.share / top), largest);
      const label = labelFor(state, r, slot, tall);
      const wide = label.isBeside ? BESIDE + 2 * r + GAP + label.width : Math.max(label.width, 2 * r + 2 * BESIDE);
      const left = place * slot + Math.max(0, slot - wide) / 2;
      // Neighbouring rows are shifted against each other: lines to the next but one pass between circles.
      const free = Math.max(0, slot - wide) / 2;
      const shift = (number % 2 ? 1 : -1) * Math.min(free, 0.16 * width);
      const x = label.isBeside ? left + BESIDE + r + shift : place * slot + slot / 2 + least(-free, shift, free);
      // Where rows are low, a name below leaves its row and not the circle the room.
      const y = label.isBeside ? middle : least(r, middle - (label.height + 4) / 2, height - r);
      const at = label.isBeside
        ? { x: x + r + GAP + label.width / 2, y: y }
        : { x: least(label.width / 2, x, width - label.width / 2), y: y + r + 4 + label.height / 2 };
      found[n] = {
        x: x,
        y: y,
        r: r,
        lines: label.lines,
        isBeside: label.isBeside,
        at: at,
        box: box(at.x, at.y, label.width, label.height),
      };
    });
  });
  return { nodes: found, rows: rows.map((row, number) => ({ layer: row.layer, y: height - (number + 0.5) * tall })) };
}

// An arc of a small circle outside the rim, from the rim to the rim.
function loop(node, kind, points) {
  const angle = Math.PI * (SIDES[kind] || 1);
  const away = node.r + 0.6 * LOOP;
  const [cx, cy] = [node.x + away * Math.cos(angle), node.y + away * Math.sin(angle)];
  const half = Math.acos(least(-1, (away * away + LOOP * LOOP - node.r * node.r) / (2 * away * LOOP), 1));
  const from = angle + Math.PI + half;
  return along(
    (t) => [
      cx + LOOP * Math.cos(from + t * (2 * Math.PI - 2 * half)),
      cy + LOOP * Math.sin(from + t * (2 * Math.PI - 2 * half)),
    ],
    points,
  );
}

function along(at, points) {
  const found = { x: [], y: [] };
  for (let n = 0; n < points; n += 1) {
    const [x, y] = at(n / (points - 1));
    found.x.push(x);
    found.y.push(y);
  }
  return found;
}

// A bow from rim to rim; *turn* bows to its right, so that the way back is another one. Inside the room.
function bow(a, b, turn, points, width, height) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [mx, my] = [(a.x + b.x) / 2 - (turn * (b.y - a.y)) / length, (a.y + b.y) / 2 + (turn * (b.x - a.x)) / length];
  const [cx, cy] = [least(6, mx, width - 6), least(6, my, height - 6)];
  const at = (t) => [
    (1 - t) * (1 - t) * a.x + 2 * t * (1 - t) * cx + t * t * b.x,
    (1 - t) * (1 - t) * a.y + 2 * t * (1 - t) * cy + t * t * b.y,
  ];
  const rim = (node, from, to) => {
    let [inside, outside] = [from, to];
    for (let n = 0; n < 24; n += 1) {
      const middle = (inside + outside) / 2;
      const [x, y] = at(middle);
      if (Math.hypot(x - node.x, y - node.y) < node.r) inside = middle;
      else outside = middle;
    }
    return outside;
  };
  const begin = rim(a, 0, 0.5),
    end = rim(b, 1, 0.5);
  return along((t) => at(begin + t * (end - begin)), points);
}

// How much of a line from *a* to *b* lies below labels and other circles: points.
function covered(line, nodes, a, b) {
  const isIn = (x, y) =>
    nodes.some((node) => {
      const { x0, y0, x1, y1 } = node.box;
      return (
        (x > x0 && x < x1 && y > y0 && y < y1) ||
        (node !== a && node !== b && Math.hypot(x - node.x, y - node.y) < node.r)
      );
    });
  return line.x.filter((x, n) => isIn(x, line.y[n])).length;
}

// Of some bows that which is covered least; the usual one, if it can be.
function freest(a, b, turn, nodes, points, width, height) {
  let best = null;
  for (const times of TURNS) {
    const line = bow(a, b, times * turn, points, width, height),
      cover = covered(line, nodes, a, b);
    if (!best || cover < best.cover) best = { line: line, cover: cover };
    if (!cover) break;
  }
  return best.line;
}

function edgesOf(edges, nodes, points, width, height) {
  const between = {};
  return edges.map((edge) => {
    const a = nodes[edge.source],
      b = nodes[edge.target];
    if (edge.source === edge.target) return loop(a, edge.kind, points);
    const name = edge.source + "-" + edge.target;
    between[name] = (between[name] || 0) + 1;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    return freest(a, b, least(10, 0.14 * length, 56) + 16 * (between[name] - 1), nodes, points, width, height);
  });
}

// Probabilities beside the lines, where nothing else is.
function labelEdges(edges, lines, taken, width, height) {
  return edges.map((edge, n) => {
    if (!edge.label) return null;
    const [wide, high] = [edge.label.length * LETTER + AIR, LINE];
    const last = lines[n].x.length - 1;
    for (const share of [0.45, 0.35, 0.55, 0.25, 0.65]) {
      const at = Math.round(share * last);
      const here = box(lines[n].x[at], lines[n].y[at], wide, high);
      const isFree =
        here.x0 >= 0 &&
        here.x1 <= width &&
        here.y0 >= 0 &&
        here.y1 <= height &&
        !taken.some((one) => overlap(one, here));
      if (!isFree) continue;
      taken.push(here);
      return { x: lines[n].x[at], y: lines[n].y[at] };
    }
    return null;
  });
}

// The machines of a state as squares inside its circle, group by group; one stands for several where they are many.
function cellsOf(state, node, groups, most) {
  if (!state.used) return [];
  const each = Math.ceil(groups.reduce((sum, count) => sum + count, 0) / most);
  const counts = groups.map((count) => Math.ceil(count / each));
  const columns = Math.ceil(Math.sqrt(1.3 * counts.reduce((sum, count) => sum + count, 0)));
  const rows = counts.reduce((sum, count) => sum + Math.ceil(count / columns), 0);
  const pitch = (1.36 * node.r) / Math.max(columns, rows + 0.6 * (groups.length - 1));
  const found = [];
  let row = 0;
  const y = node.y - ((rows - 1 + 0.6 * (groups.length - 1)) * pitch) / 2;
  counts.forEach((count, group) => {
    const owners = state.used[group]
      .flatMap((one) => new Array(Math.ceil(one.machines / each)).fill(one.jobs))
      .slice(0, count);
    for (let n = 0; n < count; n += 1) {
      const x = node.x + ((n % columns) - (Math.min(columns, Math.max(...counts)) - 1) / 2) * pitch;
      found.push({ x: x, y: y + (row + Math.floor(n / columns)) * pitch, size: 0.8 * pitch, jobs: owners[n] || [] });
    }
    row += Math.ceil(count / columns) + 0.6;
  });
  return found;
}

export function stateGeometry(diagram, width, height) {
  const { nodes, rows } = placeStates(diagram.states, diagram.rest, width, height);
  const lines = edgesOf(diagram.edges, nodes, diagram.points, width, height);
  const taken = nodes.flatMap((node) => [node.box, box(node.x, node.y, 2 * node.r, 2 * node.r)]);
  const labels = labelEdges(diagram.edges, lines, taken, width, height);
  const cells = diagram.states.flatMap((state, n) => cellsOf(state, nodes[n], diagram.groups, diagram.squares));
  return { nodes: nodes, rows: rows, lines: lines, labels: labels, cells: cells };
}

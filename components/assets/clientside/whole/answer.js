// What the server says of a window of a whole schedule: a line of JSON, and behind it a byte for each cell.

const END_OF_LINE = 10,
  HUES = 8,
  LEVELS = 31,
  FAINTEST = 0.12;

const channels = (color) => [1, 3, 5].map((n) => parseInt(color.slice(n, n + 2), 16));
const mixed = (ground, color, share) => ground.map((one, n) => Math.round(one + (color[n] - one) * share));

// The colors of all bytes that a cell can be.
function palette(colors, ground) {
  const paper = channels(ground);
  return Array.from({ length: 256 }, (_, cell) => {
    const level = cell >> 3;
    return level ? mixed(paper, channels(colors[cell & 7]), FAINTEST + (1 - FAINTEST) * (level / LEVELS)) : null;
  });
}

function canvasOf(width, height) {
  return Object.assign(document.createElement("canvas"), { width: width, height: height });
}

// A picture as wide and high as there are columns and rows, the lowest processor at its bottom.
function gridOf(told, cells, colors, ground) {
  const canvas = canvasOf(told.columns, told.rows);
  const context = canvas.getContext("2d");
  const image = context.createImageData(told.columns, told.rows);
  const known = palette(colors, ground);
  for (let column = 0; column < told.columns; column += 1) {
    for (let row = 0; row < told.rows; row += 1) {
      const color = known[cells[column * told.rows + row]];
      if (!color) continue;
      const at = 4 * ((told.rows - 1 - row) * told.columns + column);
      [image.data[at], image.data[at + 1], image.data[at + 2], image.data[at + 3]] = [
        color[0],
        color[1],
        color[2],
        255,
      ];
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

const HIGH = 400; // px of the picture of sizes
function sizesOf(told, cells, colors) {
  const canvas = canvasOf(told.columns, HIGH);
  const context = canvas.getContext("2d");
  for (let column = 0; column < told.columns; column += 1) {
    let top = HIGH;
    for (let hue = 0; hue < HUES; hue += 1) {
      const height = (cells[column * HUES + hue] / 255) * HIGH;
      context.fillStyle = colors[hue];
      context.fillRect(column, top - height, 1, height);
      top -= height;
    }
  }
  return canvas;
}

// {told, picture}: the picture is a canvas, or null where there are bars.
export function readWindow(buffer, colors, ground) {
  const bytes = new Uint8Array(buffer);
  const end = bytes.indexOf(END_OF_LINE);
  const told = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  const cells = bytes.subarray(end + 1);
  const picture = told.bars
    ? null
    : told.layout === "sizes"
      ? sizesOf(told, cells, colors)
      : gridOf(told, cells, colors, ground);
  return { told: told, picture: picture };
}

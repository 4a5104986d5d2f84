// Runs in a page of the browser: what it needs of pictures is there.

/** A picture made small, as WebP in base64. */
globalThis.develop = async (png, width) => {
  const canvas = await drawn(png, (picture) => width / picture.width);
  return canvas.toDataURL("image/webp", 0.6).split(",")[1];
};

/**
 * How much ink two pictures have in different places, as a share of the ink of both. Only what is right of and below
 * `from` counts. Each cell has the ink of its neighbours too, so that what moves by a line is nearly where it was.
 */
globalThis.difference = async (one, other, from, cells) => {
  const [a, b] = await Promise.all([inkOf(one, from, cells), inkOf(other, from, cells)]);
  if (a.length !== b.length) return 1;
  const sum = (values) => values.reduce((all, value) => all + value, 0);
  return sum(a.map((ink, index) => Math.abs(ink - b[index]))) / Math.max(1, sum(a) + sum(b));
};

async function drawn(base64, scaleOf) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const scale = scaleOf(picture);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** How dark each cell is. */
async function inkOf(base64, from, cells) {
  const canvas = await drawn(base64, () => 1);
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  const light = (x, y) => data[4 * (y * width + x) + 1];
  const side = width / cells;
  const rows = Math.floor(height / side);
  const ink = new Float64Array(cells * rows);
  for (let y = Math.ceil(from.top * height); y < height; y++) {
    for (let x = Math.ceil(from.left * width); x < width; x++) {
      const [row, column] = [Math.floor(y / side), Math.floor(x / side)];
      // Cards are nearly as white as what is around them.
      if (row < rows && light(x, y) < 235) ink[row * cells + column] += 255 - light(x, y);
    }
  }
  return Array.from(ink, (_, index) => {
    const [row, column] = [Math.floor(index / cells), index % cells];
    let all = 0;
    for (const [down, right] of [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const [r, c] = [row + down, column + right];
      if (r >= 0 && r < rows && c >= 0 && c < cells) all += ink[r * cells + c];
    }
    return all;
  });
}

/** Rows of dots, most significant bit leftmost. */
export interface DecodedImage {
  width: number
  height: number
  bits: Uint8Array
}

/** `GS v 0 m xL xH yL yH`: rows of bytes. */
function raster(parameters: Uint8Array): DecodedImage {
  const [, low = 0, high = 0, rows = 0, moreRows = 0] = parameters
  return { width: (low + high * 256) * 8, height: rows + moreRows * 256, bits: parameters.slice(5) }
}

/** `ESC k n1 n2` of Star: 24 rows of `n1 + 256 * n2` bytes. */
function rows(parameters: Uint8Array): DecodedImage {
  const [bytes = 0] = parameters
  return { width: bytes * 8, height: 24, bits: parameters.slice(2) }
}

/** `ESC * 33 nL nH`: columns of 24 dots, three bytes each, top first. */
function columns(parameters: Uint8Array): DecodedImage {
  const [, low = 0, high = 0] = parameters
  const width = low + high * 256
  const bits = new Uint8Array((width / 8) * 24)
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < 24; y++) {
      const isInk = ((parameters[3 + x * 3 + (y >> 3)] ?? 0) & (0x80 >> (y & 7))) !== 0
      const at = y * (width / 8) + (x >> 3)
      if (isInk) bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return { width, height: 24, bits }
}

/** Decoders of the image commands. */
export const pictures = { raster, rows, columns }

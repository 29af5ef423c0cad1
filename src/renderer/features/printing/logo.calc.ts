/** A grey picture by rows, 0 black to 255 white. */
export interface GreyPicture {
  width: number
  height: number
  grey: Float32Array
}

/** Values below this become black. */
const MIDDLE = 128

/** Dithers a grey picture to black dots (Floyd-Steinberg); the width is rounded to whole bytes. */
export function dotsOf({ width, height, grey }: GreyPicture): Uint8Array {
  const left = Float32Array.from(grey)
  const bits = new Uint8Array((width / 8) * height)
  const add = (x: number, y: number, error: number): void => {
    if (x < 0 || x >= width || y >= height) return
    left[y * width + x] = (left[y * width + x] ?? 0) + error
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = left[y * width + x] ?? 255
      const isInk = value < MIDDLE
      const error = value - (isInk ? 0 : 255)
      if (isInk) {
        const at = (y * width + x) >> 3
        bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7))
      }
      add(x + 1, y, (error * 7) / 16)
      add(x - 1, y + 1, (error * 3) / 16)
      add(x, y + 1, (error * 5) / 16)
      add(x + 1, y + 1, error / 16)
    }
  }
  return bits
}

/** Scales a size down to the limits, keeping its proportions. */
export function fitted(size: { width: number; height: number }, mostWide: number, mostHigh: number) {
  const scale = Math.min(1, mostWide / size.width, mostHigh / size.height)
  return { width: Math.max(1, Math.floor(size.width * scale)), height: Math.max(1, Math.floor(size.height * scale)) }
}

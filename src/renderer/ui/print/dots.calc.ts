/** An SVG path of a bitmap's black dots, one stroke per horizontal run. */
export function pathOfDots({ width, height, dots }: { width: number; height: number; dots: string }): string {
  const bytes = Uint8Array.from(atob(dots), (char) => char.charCodeAt(0))
  const stride = width / 8
  const isInk = (x: number, y: number): boolean => ((bytes[y * stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
  const strokes: string[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInk(x, y)) continue
      const from = x
      while (x < width && isInk(x, y)) x++
      strokes.push(`M${from} ${y}h${x - from}v1h${from - x}z`)
    }
  }
  return strokes.join('')
}

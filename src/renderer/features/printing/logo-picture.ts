import { LOGO_WIDTHS, MAX_LOGO_ROWS, type PrintLogo } from '#shared/features/printing/print-layout.schema.ts'
import { dotsOf, fitted } from './logo.calc.ts'

/** Converts a picture file to dots for each paper width, centred. Throws where it is no picture. */
export async function logosOfFile(file: File): Promise<PrintLogo[]> {
  const picture = await createImageBitmap(file)
  return LOGO_WIDTHS.map((width) => {
    const size = fitted(picture, width, MAX_LOGO_ROWS)
    const { height } = size
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('the picture cannot be drawn')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(picture, Math.floor((width - size.width) / 2), 0, size.width, height)
    const { data } = context.getImageData(0, 0, width, height)
    const grey = Float32Array.from(
      { length: width * height },
      (_, dot) => 0.299 * (data[dot * 4] ?? 0) + 0.587 * (data[dot * 4 + 1] ?? 0) + 0.114 * (data[dot * 4 + 2] ?? 0),
    )
    const bits = dotsOf({ width, height, grey })
    return { width, height, dots: btoa(Array.from(bits, (byte) => String.fromCharCode(byte)).join('')) }
  })
}

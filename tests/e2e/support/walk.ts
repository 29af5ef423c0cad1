import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

/** What is used of the package `gifenc`, which has no types. */
interface Gifenc {
  GIFEncoder(): {
    writeFrame(pixels: Uint8Array, width: number, height: number, given: { palette: number[][]; delay: number }): void
    finish(): void
    bytes(): Uint8Array
  }
  quantize(pixels: Uint8ClampedArray, colours: number): number[][]
  applyPalette(pixels: Uint8ClampedArray, palette: number[][]): Uint8Array
}

declare global {
  interface Window {
    gifenc?: Gifenc
  }
}

const encoder = readFileSync(createRequire(import.meta.url).resolve('gifenc/dist/gifenc.esm.js'), 'utf8')

export interface Frame {
  /** A PNG. */
  picture: Buffer
  /** How long it stands, in ms. */
  delay: number
}

/** Frames as one animated picture. The browser reads the PNGs and encodes them, so that no program is needed. */
export async function animated(page: Page, frames: readonly Frame[], width: number): Promise<Buffer> {
  await page.setContent('<canvas></canvas>')
  const module = encoder.replace(/export\s*\{([^}]*)\};?/, (_, names: string) => {
    const pairs = names.split(',').map((pair) => pair.trim().split(/\s+as\s+/))
    return `window.gifenc = {${pairs.map(([own, as = own]) => `${as}: ${own}`).join(',')}};`
  })
  await page.addScriptTag({ content: `{${module}}` })
  const given = frames.map(({ picture, delay }) => ({ data: picture.toString('base64'), delay }))
  const encoded = await page.evaluate(
    async ({ shown, wide }) => {
      const { GIFEncoder, quantize, applyPalette } = window.gifenc as Gifenc
      const canvas = document.querySelector('canvas') as HTMLCanvasElement
      const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
      const gif = GIFEncoder()
      for (const { data, delay } of shown) {
        const image = new Image()
        image.src = `data:image/png;base64,${data}`
        await image.decode()
        canvas.width = wide
        canvas.height = Math.round((image.height * wide) / image.width)
        context.imageSmoothingQuality = 'high'
        context.drawImage(image, 0, 0, canvas.width, canvas.height)
        const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height)
        const palette = quantize(pixels, 128)
        gif.writeFrame(applyPalette(pixels, palette), canvas.width, canvas.height, { palette, delay })
      }
      gif.finish()
      return btoa([...gif.bytes()].map((byte) => String.fromCharCode(byte)).join(''))
    },
    { shown: given, wide: width },
  )
  return Buffer.from(encoded, 'base64')
}

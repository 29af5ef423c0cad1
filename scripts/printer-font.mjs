// Draws the font for printers that have no Chinese of their own: `node scripts/printer-font.mjs <folder>`, where the folder has
// the unpacked packages @fontsource/noto-sans-sc and @fontsource/noto-sans-mono (both under the SIL Open Font License). It is
// run by hand where another font is wanted; what it writes is part of the repository, so that neither a build nor the terminal
// needs the fonts.
//
// The file is compressed by Brotli and holds 95 ASCII characters of 12 x 24 dots (two bytes a row), the number of further
// characters (two bytes, low first), their code points (two bytes each, ascending), and their 24 x 24 dots (three bytes a row).
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright'

const [, , folder = '.'] = process.argv
const files = (name) => join(folder, name)
const css = readFileSync(files('noto-sans-sc/400.css'), 'utf8')
const slices = [...css.matchAll(/url\(\.\/files\/([^)]+\.woff2)\)[^}]*unicode-range: ([^;}]+)/g)].map(
  ([, file, range]) => ({
    file,
    range,
  }),
)

/** The character of two bytes of GBK, if one of the font's slices has it. */
function wanted() {
  const covered = slices.flatMap(({ range }) =>
    range.split(',').map((part) => {
      const [from, to = from] = part.trim().slice(2).split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
    }),
  )
  const decoder = new TextDecoder('gbk')
  const found = new Set()
  for (let first = 0x81; first <= 0xfe; first++) {
    for (let second = 0x40; second <= 0xfe; second++) {
      const text = second === 0x7f ? '' : decoder.decode(Uint8Array.of(first, second))
      const point = text.codePointAt(0) ?? 0
      if (text.length === 1 && point > 0x7f && point < 0xe000 && covered.some(([a, b]) => point >= a && point <= b))
        found.add(point)
    }
  }
  for (const point of [0x25a1, 0xffe5, 0xff0c, 0xff1a, 0xff08, 0xff09]) found.add(point)
  for (let point = 0xff01; point <= 0xff5e; point++) found.add(point)
  return [...found].sort((a, b) => a - b)
}

const dataOf = (path) => `data:font/woff2;base64,${readFileSync(files(path)).toString('base64')}`
const faces = slices.map(
  ({ file, range }) =>
    `@font-face{font-family:sc;src:url(${dataOf(`noto-sans-sc/files/${file}`)});unicode-range:${range}}`,
)
faces.push(
  `@font-face{font-family:mono;src:url(${dataOf('noto-sans-mono/files/noto-sans-mono-latin-500-normal.woff2')})}`,
)

const points = wanted()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium' })
const page = await browser.newPage()
await page.setContent(`<style>${faces.join('')}</style><canvas></canvas>`)
const drawn = await page.evaluate(
  async ({ points }) => {
    const canvas = document.querySelector('canvas')
    canvas.width = 24
    canvas.height = 24
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    const draw = (text, width, font, baseline) => {
      pen.fillStyle = '#fff'
      pen.fillRect(0, 0, 24, 24)
      pen.fillStyle = '#000'
      pen.font = font
      pen.textAlign = 'center'
      pen.fillText(text, width / 2, baseline)
      const { data } = pen.getImageData(0, 0, 24, 24)
      const bytes = []
      for (let row = 0; row < 24; row++) {
        for (let byte = 0; byte < Math.ceil(width / 8); byte++) {
          let bits = 0
          for (let bit = 0; bit < 8; bit++) {
            const column = byte * 8 + bit
            if (column < width && data[(row * 24 + column) * 4] < 150) bits |= 0x80 >> bit
          }
          bytes.push(bits)
        }
      }
      return bytes
    }
    const texts = points.map((point) => String.fromCodePoint(point))
    await document.fonts.load('20px mono', 'A')
    for (let at = 0; at < texts.length; at += 500)
      await document.fonts.load('23px sc', texts.slice(at, at + 500).join(''))
    const ascii = []
    for (let code = 0x20; code <= 0x7e; code++) ascii.push(...draw(String.fromCharCode(code), 12, '20px mono', 19))
    const wide = texts.flatMap((text) => draw(text, 24, '23px sc', 20))
    return { ascii, wide }
  },
  { points },
)
await browser.close()

const count = Buffer.alloc(2)
count.writeUInt16LE(points.length)
const codes = Buffer.alloc(points.length * 2)
for (const [index, point] of points.entries()) codes.writeUInt16LE(point, index * 2)
const plain = Buffer.concat([Buffer.from(drawn.ascii), count, codes, Buffer.from(drawn.wide)])
const packed = brotliCompressSync(plain)
writeFileSync('resources/fonts/printer-24.font.br', packed)
console.log(`${points.length + 95} characters, ${packed.length} bytes`)

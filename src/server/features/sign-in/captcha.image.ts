import { randomBytes, randomInt } from 'node:crypto'
import { toPng } from './captcha.png.ts'

/** Characters as lines on a grid of 4 × 6, without those that are easily confused. */
const strokes: Record<string, string> = {
  '2': '01 10 30 41 42 06 46',
  '3': '00 40 23 33 44 45 36 16 05',
  '5': '40 00 02 32 43 45 36 06',
  '7': '00 40 16',
  '9': '42 13 02 01 10 30 41 43 26',
  A: '06 20 46 34 14',
  C: '41 30 10 01 05 16 36 45',
  E: '40 00 03 33 03 06 46',
  F: '40 00 03 33 03 06',
  H: '00 06 03 43 40 46',
  K: '00 06 04 40 13 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  P: '06 00 30 41 42 33 03',
  R: '06 00 30 41 42 33 03 23 46',
  T: '00 40 20 26',
  U: '00 05 16 36 45 40',
  W: '00 16 23 36 40',
  X: '00 46 23 40 06',
  Y: '00 23 40 23 26',
}

const signs = Object.keys(strokes)

export const randomSigns = (): string => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')

const WIDTH = 120
const HEIGHT = 40
const CURVES_BELOW = 1
const CURVES_ABOVE = 1
const SPECKS = 60
const GRAIN = 26

interface Point {
  x: number
  y: number
}
/** Ink of each of red, green and blue: how dark, from 0 to 255. */
type Ink = readonly [number, number, number]

const between = (low: number, high: number): number => low + (randomInt(1_000_001) / 1_000_000) * (high - low)
const jitter = (range: number): number => between(-range, range)

/** Red, green and blue of each pixel, row by row. */
type Canvas = Float32Array

function paint(canvas: Canvas, x: number, y: number, share: number, ink: Ink): void {
  if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) return
  const at = (y * WIDTH + x) * 3
  for (let part = 0; part < 3; part++) {
    const old = canvas[at + part] ?? 0
    canvas[at + part] = old + ((ink[part] ?? 0) - old) * share
  }
}

/** The interpolated colour at a position between pixels; positions outside have the colour of the edge. */
function read(canvas: Canvas, x: number, y: number, part: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const point = (column: number, row: number): number => {
    const pixel = Math.min(Math.max(row, 0), HEIGHT - 1) * WIDTH + Math.min(Math.max(column, 0), WIDTH - 1)
    return canvas[pixel * 3 + part] ?? 0
  }
  const above = point(left, top) + (point(left + 1, top) - point(left, top)) * (x - left)
  const below = point(left, top + 1) + (point(left + 1, top + 1) - point(left, top + 1)) * (x - left)
  return above + (below - above) * (y - top)
}

function distance({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const along = Math.min(Math.max(((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1), 0), 1)
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy)
}

/** Paints an antialiased line through points; overlapping segments do not get darker. */
function stroke(canvas: Canvas, line: readonly Point[], width: number, ink: Ink): void {
  const shares = new Map<number, number>()
  for (const [index, from] of line.slice(0, -1).entries()) {
    const to = line[index + 1] ?? from
    for (let y = Math.floor(Math.min(from.y, to.y) - width); y <= Math.max(from.y, to.y) + width; y++) {
      for (let x = Math.floor(Math.min(from.x, to.x) - width); x <= Math.max(from.x, to.x) + width; x++) {
        const share = Math.min(Math.max(width / 2 + 0.5 - distance({ x, y }, from, to), 0), 1)
        const pixel = (y + HEIGHT) * 4 * WIDTH + x + WIDTH
        if (share > (shares.get(pixel) ?? 0)) shares.set(pixel, share)
      }
    }
  }
  for (const [pixel, share] of shares) {
    paint(canvas, (pixel % (4 * WIDTH)) - WIDTH, Math.floor(pixel / (4 * WIDTH)) - HEIGHT, share, ink)
  }
}

/** Similar colours for all parts of an image, so that colour does not separate characters from the rest. */
const like = (ink: Ink): Ink => [ink[0] + jitter(22), ink[1] + jitter(22), ink[2] + jitter(22)]

/** The same line in many short segments, so that it can be bent. */
function subdivide(line: readonly Point[]): Point[] {
  const parts = 6
  return line.slice(0, -1).flatMap((from, index) => {
    const to = line[index + 1] ?? from
    return Array.from({ length: parts + 1 }, (_, part) => ({
      x: from.x + ((to.x - from.x) * part) / parts,
      y: from.y + ((to.y - from.y) * part) / parts,
    }))
  })
}

/** A character, rotated, slanted, stretched and bent; characters are so close that they may touch. */
function paintSign(canvas: Canvas, sign: string, index: number, ink: Ink): void {
  const turn = jitter(0.32)
  const slant = jitter(0.25)
  const [wide, high] = [between(3.7, 5.1), between(3.8, 4.9)]
  const [bend, phase] = [jitter(1.6), between(0, 6.3)]
  const middle = { x: 19 + index * 27 + jitter(3), y: HEIGHT / 2 + jitter(3.5) }
  const corners = (strokes[sign] ?? '').split(' ').map((text) => ({
    x: Number(text[0]) - 2 + jitter(0.2),
    y: Number(text[1]) - 3 + jitter(0.2),
  }))
  const line = subdivide(corners).map(({ x, y }) => {
    const across = x * wide + y * slant * high + bend * Math.sin(y + phase)
    const down = y * high + bend * Math.sin(x * 1.3 + phase)
    return {
      x: middle.x + across * Math.cos(turn) - down * Math.sin(turn),
      y: middle.y + across * Math.sin(turn) + down * Math.cos(turn),
    }
  })
  stroke(canvas, line, between(2, 3), like(ink))
}

/** A curve across all characters, as dark as they are. */
function paintCurve(canvas: Canvas, ink: Ink): void {
  const [from, to, swing] = [between(4, HEIGHT - 4), between(4, HEIGHT - 4), between(4, 10)]
  const [pace, phase] = [between(3.5, 6), between(0, 6.3)]
  const line = Array.from({ length: 31 }, (_, part) => ({
    x: (part / 30) * WIDTH,
    y: from + ((to - from) * part) / 30 + swing * Math.sin(part / pace + phase),
  }))
  stroke(canvas, line, between(1.2, 1.9), like(ink))
}

function paintSpeck(canvas: Canvas, ink: Ink): void {
  const from = { x: between(0, WIDTH), y: between(0, HEIGHT) }
  const to = { x: from.x + jitter(3), y: from.y + jitter(3) }
  // Both light and dark, so that characters get gaps as well as spots.
  stroke(canvas, [from, to], between(0.6, 1.4), randomInt(2) === 0 ? like(ink) : [232, 232, 238])
}

/** Distorts the whole image and adds noise. */
function finish(canvas: Canvas): Uint8Array {
  const [swingX, swingY] = [between(1, 2.2), between(1, 2.4)]
  const [phaseX, phaseY] = [between(0, 6.3), between(0, 6.3)]
  const [paceX, paceY] = [between(5, 9), between(9, 16)]
  const grain = randomBytes(canvas.length)
  const rgb = new Uint8Array(canvas.length)
  for (let at = 0; at < rgb.length; at++) {
    const pixel = Math.floor(at / 3)
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)]
    const bentX = x + swingX * Math.sin(y / paceX + phaseX)
    const bentY = y + swingY * Math.sin(x / paceY + phaseY)
    const colour = read(canvas, bentX, bentY, at % 3) + (((grain[at] ?? 0) - 128) / 256) * GRAIN
    rgb[at] = Math.min(Math.max(Math.round(colour), 0), 255)
  }
  return rgb
}

/** A captcha image of some characters as a data URL: pixels only, without vector data or texts that a program could read. */
export function pictureOf(text: string): string {
  const canvas: Canvas = new Float32Array(WIDTH * HEIGHT * 3).map(() => 234)
  const ink: Ink = [between(40, 90), between(40, 80), between(60, 130)]
  for (let count = 0; count < CURVES_BELOW; count++) paintCurve(canvas, ink)
  for (const [index, sign] of [...text].entries()) paintSign(canvas, sign, index, ink)
  for (let count = 0; count < CURVES_ABOVE; count++) paintCurve(canvas, ink)
  for (let count = 0; count < SPECKS; count++) paintSpeck(canvas, ink)
  return `data:image/png;base64,${toPng(WIDTH, HEIGHT, finish(canvas)).toString('base64')}`
}

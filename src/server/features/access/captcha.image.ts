import { randomInt } from 'node:crypto'

/** Signs as lines on a grid of 4 × 6, without those that people confuse; no text for a program to read stands in the picture. */
const strokes: Record<string, string> = {
  '2': '01 10 30 41 42 06 46',
  '3': '00 40 23 33 44 45 36 16 05',
  '4': '36 30 04 44',
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
  V: '00 26 40',
  W: '00 16 23 36 40',
  X: '00 46 23 40 06',
  Y: '00 23 40 23 26',
  Z: '00 40 06 46',
}

const signs = Object.keys(strokes)

export const randomSigns = (): string => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')

const jitter = (range: number): number => (randomInt(2001) / 1000 - 1) * range

/** The picture of some signs, as a data address. */
export function pictureOf(text: string): string {
  const glyphs = [...text].map((sign, place) => {
    const turn = jitter(0.35)
    const points = (strokes[sign] ?? '').split(' ').map((point) => {
      const x = (Number(point[0]) - 2) * 4 + jitter(0.8)
      const y = (Number(point[1]) - 3) * 4 + jitter(0.8)
      const left = 18 + place * 25 + x * Math.cos(turn) - y * Math.sin(turn)
      const top = 20 + x * Math.sin(turn) + y * Math.cos(turn)
      return `${left.toFixed(1)},${top.toFixed(1)}`
    })
    return `<polyline points="${points.join(' ')}" stroke-width="2.4"/>`
  })
  const noise = Array.from({ length: 5 }, () => {
    const [from, to, bend] = [randomInt(40), randomInt(40), randomInt(40)]
    return `<path d="M0 ${from}Q${randomInt(110)} ${bend} 110 ${to}" stroke-width="1" opacity=".6"/>`
  })
  const shapes = [...glyphs, ...noise].sort(() => jitter(1)).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="110" height="40" viewBox="0 0 110 40"><rect width="110" height="40" fill="#f0f2f5"/><g fill="none" stroke="#35307a" stroke-linecap="round" stroke-linejoin="round">${shapes}</g></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

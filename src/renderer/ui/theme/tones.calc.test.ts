import { describe, expect, it } from 'vitest'
import { contrast, mix, standardPrimary, type Tones, tonesOf } from './tones.calc.ts'

/** Pairs of text and background that occur in the program. */
const pairs: [words: keyof Tones, ground: keyof Tones][] = [
  ['ink', 'ground'],
  ['ink', 'panel'],
  ['ink', 'raised'],
  ['ink', 'head'],
  ['ink', 'primarySoft'],
  ['muted', 'ground'],
  ['muted', 'panel'],
  ['muted', 'raised'],
  ['muted', 'waiting'],
  ['faint', 'panel'],
  ['faint', 'raised'],
  ['primary', 'ground'],
  ['primary', 'panel'],
  ['primary', 'raised'],
  ['primary', 'primarySoft'],
  ['success', 'successSoft'],
  ['success', 'panel'],
  ['warning', 'warningSoft'],
  ['warning', 'panel'],
  ['error', 'errorSoft'],
  ['error', 'raised'],
  ['onTone', 'primary'],
  ['onTone', 'success'],
  ['onTone', 'warning'],
  ['onTone', 'error'],
  ['offlineText', 'offline'],
]

/** The theme colours of `layout.calc.ts`. */
const colours = ['#1452b8', '#0b6467', '#17733f', '#97196a', '#b3261e', '#8f4600', '#3c4257', standardPrimary]

describe('the colours', () => {
  it.each(
    colours.flatMap((primary) =>
      [false, true].flatMap((isDark) => [false, true].map((isColorWeak) => ({ primary, isDark, isColorWeak }))),
    ),
  )('of $primary are read on each other (dark: $isDark, for weak eyes: $isColorWeak)', (look) => {
    const tones = tonesOf(look)
    const unread = pairs.filter(([words, ground]) => contrast(tones[words], tones[ground]) < 4.5)
    expect(unread.map(([words, ground]) => `${words} ${tones[words]} on ${ground} ${tones[ground]}`)).toEqual([])
    expect(contrast('#ffffff', tones.menuSelected)).toBeGreaterThan(4.5)
  })

  it('are mixed and measured by the standard formulas', () => {
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})

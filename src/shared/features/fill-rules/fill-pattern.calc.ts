/** A part of a pattern. */
export type FillToken =
  | { kind: 'text'; text: string }
  /** Parts of date and time, such as `yyyyMMdd`. */
  | { kind: 'time'; parts: readonly TimePart[] }
  | { kind: 'org' }
  | { kind: 'seq'; digits: number }
  /** A field of the form that is filled in. */
  | { kind: 'form'; field: string }

type TimePart = 'yyyy' | 'yy' | 'MM' | 'dd' | 'HH' | 'mm' | 'ss'

/** When a count begins again. */
export type FillReset = 'never' | 'day' | 'month' | 'year'

const TIME_PARTS = /yyyy|yy|MM|dd|HH|mm|ss/g
/** `yyyy` is `yy` twice here: with both, a long row of `y` could be read in more ways than any machine can try. */
const ONLY_TIME_PARTS = /^(?:yy|MM|dd|HH|mm|ss)+$/
const MAX_DIGITS = 15

function tokenOf(inner: string): FillToken | null {
  if (inner === 'org') return { kind: 'org' }
  if (ONLY_TIME_PARTS.test(inner)) return { kind: 'time', parts: timePartsOf(inner) }
  const field = /^form\.([A-Za-z_]\w{0,63})$/.exec(inner)?.[1]
  if (field !== undefined) return { kind: 'form', field }
  const digits = /^seq(?::(\d{1,2}))?$/.exec(inner)
  if (!digits) return null
  const count = Number(digits[1] ?? 1)
  return count >= 1 && count <= MAX_DIGITS ? { kind: 'seq', digits: count } : null
}

// The expression matches nothing but time parts.
const timePartsOf = (text: string): TimePart[] => (text.match(TIME_PARTS) ?? []) as TimePart[]

/** Reads a pattern such as `A{yyyyMMdd}{org}{seq:4}`. Null: a brace that belongs to no token, or a second number. */
export function readPattern(pattern: string): FillToken[] | null {
  const tokens: FillToken[] = []
  for (const part of pattern.split(/(\{[^{}]*\})/)) {
    if (part === '') continue
    const token: FillToken | null = part.startsWith('{') ? tokenOf(part.slice(1, -1)) : { kind: 'text', text: part }
    if (token === null || (token.kind === 'text' && /[{}]/.test(token.text))) return null
    tokens.push(token)
  }
  return tokens.filter(({ kind }) => kind === 'seq').length > 1 ? null : tokens
}

/** Whether a pattern shows the period after which its numbers begin again; otherwise the same value would return. */
export function showsPeriod(tokens: readonly FillToken[], reset: FillReset): boolean {
  if (reset === 'never' || !tokens.some(({ kind }) => kind === 'seq')) return true
  const parts = new Set(tokens.flatMap((token) => (token.kind === 'time' ? token.parts : [])))
  if (!parts.has('yyyy') && !parts.has('yy')) return false
  if (reset === 'year') return true
  return parts.has('MM') && (reset === 'month' || parts.has('dd'))
}

/** What a pattern is filled with. */
export interface FillSource {
  /** `yyyy-MM-dd`. */
  day: string
  /** `HHmmss`. */
  time: string
  orgCode: string
  number: number
  form: Readonly<Record<string, string>>
}

const timePart = (part: TimePart, { day, time }: FillSource): string => {
  const at: Record<TimePart, string> = {
    yyyy: day.slice(0, 4),
    yy: day.slice(2, 4),
    MM: day.slice(5, 7),
    dd: day.slice(8, 10),
    HH: time.slice(0, 2),
    mm: time.slice(2, 4),
    ss: time.slice(4, 6),
  }
  return at[part]
}

/** The value of a pattern. Numbers that need more digits than the pattern has get them. */
export const fillPattern = (tokens: readonly FillToken[], source: FillSource): string =>
  tokens
    .map((token) => {
      if (token.kind === 'text') return token.text
      if (token.kind === 'org') return source.orgCode
      if (token.kind === 'seq') return String(source.number).padStart(token.digits, '0')
      if (token.kind === 'form') return source.form[token.field] ?? ''
      return token.parts.map((part) => timePart(part, source)).join('')
    })
    .join('')

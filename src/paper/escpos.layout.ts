import { columnsOf } from './escpos.text.ts'

/**
 * Breaks printable text into lines of at most `columns` columns (at least two): between words if possible, inside a
 * word longer than a line, and anywhere between Chinese characters. Blank lines are preserved.
 */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line.trimEnd(), Math.max(2, columns)))
}

function wrapLine(line: string, columns: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const token of line.match(/[!-~]+|[^!-~]/gu) ?? []) {
    const fits = columnsOf(current) + columnsOf(token) <= columns
    if (!fits && current.trim() !== '' && columnsOf(token) <= columns) {
      lines.push(current.trimEnd())
      current = token === ' ' ? '' : token
    } else if (fits) {
      current += token
    } else {
      for (const char of token) {
        if (columnsOf(current) + columnsOf(char) > columns) {
          lines.push(current.trimEnd())
          current = ''
        }
        current += char
      }
    }
  }
  if (current.trimEnd() !== '' || lines.length === 0) lines.push(current.trimEnd())
  return lines
}

/**
 * Returns lines with a label at the left and its value at the right edge. If both do not fit on one line, each takes its
 * own lines, with the value still right-aligned.
 */
export function twoColumns(left: string, right: string, columns: number): string[] {
  const gap = columns - columnsOf(left) - columnsOf(right)
  const single = !left.includes('\n') && !right.includes('\n')
  if (single && gap >= 1) return [`${left}${' '.repeat(gap)}${right}`.trimEnd()]
  if (right === '') return wrap(left, columns)
  const indented = wrap(right, columns).map((line) => ' '.repeat(Math.max(0, columns - columnsOf(line))) + line)
  return [...(left === '' ? [] : wrap(left, columns)), ...indented.map((line) => line.trimEnd())]
}

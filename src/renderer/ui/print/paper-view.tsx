import { QRCode } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { Paper, PaperPart } from '#shared/features/printing/paper.schema.ts'
import { pathOfDots } from './dots.calc.ts'
import './paper-view.css'

/** The printer's letter width and line height, in dots. */
const LETTER = 12
const HEIGHT = 24
const LINE = 30
/** Modules per side of the QR codes on tickets. */
const SQUARES = 29

/** A paper as it is printed, drawn dot by dot and scaled to the available size. */
export function PaperView({ paper: { columns, parts } }: { paper: Paper }) {
  const { t } = useText()
  const text = parts.flatMap((part) => (part.part === 'line' ? [part.text] : [])).join('\n')
  const width = columns * LETTER
  return (
    <div className="pl-paper" role="img" aria-label={t('paper.label', { text: text })} data-columns={columns}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a paper never change
        <Part key={index} part={part} width={width} />
      ))}
    </div>
  )
}

function Part({ part, width }: { part: PaperPart; width: number }) {
  const { t } = useText()
  if (part.part === 'cut') return <hr className="pl-paper-cut" />
  if (part.part === 'line') return <Line line={part} width={width} />
  if (part.part === 'code') {
    return (
      <div className="pl-paper-code" style={{ width: `${((part.dots * SQUARES) / width) * 100}%` }}>
        <QRCode
          type="svg"
          errorLevel="M"
          bordered={false}
          color="#000000"
          bgColor="#ffffff"
          value={part.content}
          aria-label={t('paper.code', { content: part.content })}
        />
      </div>
    )
  }
  return (
    <svg viewBox={`0 0 ${width} ${part.height}`} aria-hidden="true">
      <path d={pathOfDots(part)} shapeRendering="crispEdges" />
    </svg>
  )
}

const isWide = (char: string): boolean => char > '~'

/** Text with each letter at the printer's position, independent of the screen font's width. */
function Line({ line, width }: { line: Extract<PaperPart, { part: 'line' }>; width: number }) {
  const { text, bold, scale, align } = line
  const chars = [...text]
  const taken = chars.reduce((sum, char) => sum + (isWide(char) ? 2 : 1), 0) * LETTER * scale
  let left = align === 'left' ? 0 : align === 'center' ? (width - taken) / 2 : width - taken
  const centres = chars.map((char) => {
    const room = (isWide(char) ? 2 : 1) * LETTER * scale
    left += room
    return left - room / 2
  })
  const height = LINE * scale
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <text y={HEIGHT * scale} x={centres.join(' ')} fontSize={21 * scale} fontWeight={bold ? 700 : 400}>
        {text}
      </text>
    </svg>
  )
}

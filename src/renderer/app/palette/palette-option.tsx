import { useText } from '#renderer/core/locale.ts'
import { storeNameOf, useSession } from '#renderer/core/session.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import type { Choice } from './choices.ts'
import { markedParts } from './palette.calc.ts'

interface PaletteOptionProps {
  id: string
  choice: Choice
  word: string
  isActive: boolean
  onPoint(): void
  onRun(inNewTab: boolean): void
}

/** Of a time on the wire. */
const MINUTES = 'yyyy-MM-dd HH:mm'.length

/** One line: icon, name with the match marked, what else is known of it, and its kind. */
export function PaletteOption({ id, choice, word, isActive, onPoint, onRun }: PaletteOptionProps) {
  const { t } = useText()
  const currentStoreName = useSession(({ session }) => storeNameOf(session))
  const { icon, label, notes, storeName, amount, state, at } = choice
  const more = [
    ...notes,
    storeName === currentStoreName ? '' : storeName,
    at === null ? '' : at.slice(0, MINUTES),
  ].filter(Boolean)
  return (
    // The field above handles the keys and names the active option to screen readers.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      role="option"
      tabIndex={-1}
      id={id}
      aria-selected={isActive}
      onMouseMove={onPoint}
      onClick={(event) => onRun(event.ctrlKey || event.metaKey)}
    >
      <span className="pl-palette-icon" aria-hidden="true">
        {icon}
      </span>
      <span className="pl-palette-text">
        <span>
          <Marked text={label} word={word} />
        </span>
        {more.length > 0 ? (
          <small>
            {more.map((note, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the notes have no other identity
              <span key={index}>
                <Marked text={note} word={word} />
              </span>
            ))}
          </small>
        ) : null}
      </span>
      {state === '' ? null : <small className="pl-palette-tag">{state}</small>}
      {amount === null ? null : (
        <small className="pl-palette-amount">
          {choice.kind === 'member' ? `${t('search.balance')} ` : null}
          <Money value={amount} />
        </small>
      )}
    </div>
  )
}

function Marked({ text, word }: { text: string; word: string }) {
  return markedParts(text, word).map(({ text: part, isMatch }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    isMatch ? <mark key={index}>{part}</mark> : part,
  )
}

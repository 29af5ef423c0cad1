import type { HelpKeyRows } from '#renderer/core/help.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'

/** The keys of the screen, and those that work on each. */
export function HelpKeyList({ keys }: { keys: readonly { title: string; rows: HelpKeyRows }[] }) {
  const { t } = useText()
  if (keys.length === 0) return <EmptyBlock title={t('help.noKeys')} />
  return keys.map(({ title, rows }) => (
    <section key={title} className="pl-help-keys">
      <h2>{title}</h2>
      <dl>
        {rows.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}

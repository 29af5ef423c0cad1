import { ClearOutlined, TranslationOutlined } from '@ant-design/icons'
import { Input, type InputRef, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCacheRefresh } from '#renderer/app/account/cache-refresh.tsx'
import { useFloatingActions } from '#renderer/app/layout/floating-actions.tsx'
import { setLocale, useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { type Frame, type FrameLine, useFrame } from '#renderer/ui/layout/frame.ts'
import { type Command, matching, recentAfter, recentFirst } from './palette.calc.ts'
import './palette.css'

interface Choice extends Command {
  icon: FrameLine['icon']
  kind: 'page' | 'action'
  run(): void
}

const leaves = (lines: readonly FrameLine[]): FrameLine[] =>
  lines.flatMap((line) => (line.lines.length > 0 ? leaves(line.lines) : [line]))

const RECENT_AS = 'pitlane.palette'

function recentKeys(): string[] {
  const stored = readStored(RECENT_AS)
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
}

/** The commands that are not pages. */
function useActions(): Frame['account'] {
  const { t, locale } = useText()
  const { account } = useFrame()
  const floating = useFloatingActions()
  const refresh = useCacheRefresh()
  const isPlatform = useSession(({ session }) => session?.userInfo.identity === '-1')
  const language = `${t('language.switch')} · ${t('language.other')}`
  return [
    ...floating,
    {
      key: 'language',
      icon: <TranslationOutlined />,
      label: language,
      onClick: () => void setLocale(locale === 'zh' ? 'en' : 'zh'),
    },
    ...(isPlatform
      ? [{ key: 'cache', icon: <ClearOutlined />, label: t('cache.refresh'), onClick: () => void refresh() }]
      : []),
    ...account,
  ]
}

/** The command palette (Ctrl+K): opens a permitted page or runs an action by its name. */
export function Palette({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const navigate = useNavigate()
  const { lines } = useFrame()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [recent] = useState(recentKeys)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<InputRef>(null)
  useFocusOnOpen(() => field.current?.input)

  const pages = leaves(lines).map(
    ({ key, label, icon, href }): Choice => ({
      key,
      label,
      icon,
      also: key,
      kind: 'page',
      run: () => {
        if (href) window.open(href, '_blank', 'noopener,noreferrer')
        else void navigate(key)
      },
    }),
  )
  const actions = useActions().map(
    ({ key, label, icon, onClick }): Choice => ({ key, label, icon, also: key, kind: 'action', run: onClick }),
  )
  const choices = matching(recentFirst([...pages, ...actions], recent), typed)
  const chosen = Math.min(at, choices.length - 1)

  useEffect(() => {
    list.current?.querySelector(`[data-at="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const run = (choice: Choice | undefined) => {
    if (!choice) return
    store(RECENT_AS, recentAfter(recent, choice.key))
    onClose()
    choice.run()
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && choices.length > 0) {
      event.preventDefault()
      setAt((chosen + step + choices.length) % choices.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(choices[chosen])
    }
  }

  return (
    <Modal open width={560} title={t('palette.title')} footer={null} onCancel={onClose} className="pl-palette">
      <Input
        ref={field}
        size="large"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={choices.length > 0 ? `${listId}-${chosen}` : undefined}
        aria-label={t('palette.placeholder')}
        placeholder={t('palette.placeholder')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={handleKey}
      />
      <div role="listbox" id={listId} aria-label={t('palette.title')} ref={list} className="pl-palette-list">
        {choices.map((choice, index) => (
          // The field above handles the keys and names the active option to screen readers.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={`${choice.kind} ${choice.key}`}
            role="option"
            tabIndex={-1}
            id={`${listId}-${index}`}
            data-at={index}
            aria-selected={index === chosen}
            onMouseMove={() => setAt(index)}
            onClick={() => run(choice)}
          >
            {choice.icon}
            <span>{choice.label}</span>
            <small>{t(`palette.${choice.kind}`)}</small>
          </div>
        ))}
        {choices.length === 0 ? <p>{t('palette.none')}</p> : null}
      </div>
    </Modal>
  )
}

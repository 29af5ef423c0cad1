import { App, Button, Input, type InputRef, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { MAX_KEYWORD } from '#shared/features/search/search.schema.ts'
import type { Choice } from './choices.ts'
import { narrowings } from './palette.calc.ts'
import { PaletteOption } from './palette-option.tsx'
import { rememberChoice } from './recent-choices.ts'
import { type Found, useFound } from './use-found.ts'
import { useHeldFocus } from './use-held-focus.ts'
import './palette.css'

interface PaletteProps {
  /** What was typed before it was there. */
  typed: string
  onClose(): void
}

/** Finds pages, actions, settings, members, tickets, orders and more (Ctrl+K), and opens what is chosen. */
export function Palette({ typed: early, onClose }: PaletteProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const listId = useId()
  const [typed, setTyped] = useState(early)
  const [at, setAt] = useState<string | null>(null)
  /** Enter was pressed before there was an answer to this text. */
  const [awaited, setAwaited] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<InputRef>(null)
  useFocusOnOpen(() => field.current?.input)
  const found = useFound(typed)
  const { sections, word, isSearching } = found
  const choices = sections.flatMap((section) => section.choices)
  /** The line that Enter opens stays when an answer of the server brings better ones above it: it is what the user has read. */
  const read = useRef<{ typed: string; key: string } | null>(null)
  const stays = read.current?.typed === typed ? read.current.key : null
  const active = choices.find(({ key }) => key === (at ?? stays)) ?? choices[0]
  if (stays === null) read.current = active && active.match !== 'part' ? { typed, key: active.key } : null

  useHeldFocus(() => field.current?.input)

  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of the active line
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.key])

  const write = (text: string) => {
    setTyped(text)
    setAt(null)
    setAwaited(null)
  }
  useScan((scan) => {
    if (scan.value === '' || scan.isRepeat) return
    // Money is taken, and staff sign on, on the screen below.
    if (scan.kind === 'payCode' || scan.kind === 'staffBadge') {
      playSound('error')
      void message.warning(t('search.notHere'))
    } else write(scan.value)
  }, 'dialog')

  const run = (choice: Choice, inNewTab = false) => {
    const { key, kind, id, label, orgCode, storeName } = choice
    if (id !== '' && kind !== 'start')
      rememberChoice({ key, kind, id, label, notes: [...choice.notes], orgCode, storeName })
    onClose()
    if (inNewTab && choice.address !== null) openTab(choice.address)
    else choice.run()
  }
  const waitsFor = awaited !== null && awaited === typed && !isSearching
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the awaited answer has arrived
  useEffect(() => {
    if (!waitsFor) return
    setAwaited(null)
    // Of several the user chooses; a card or number has one.
    if (active && (choices.length === 1 || active.match === 'exact')) run(active)
  }, [waitsFor])

  const canOpenTabs = usePlatform().kind === 'web'
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && active) {
      event.preventDefault()
      const next = (choices.indexOf(active) + step + choices.length) % choices.length
      setAt(choices[next]?.key ?? null)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const isChosen = active !== undefined && (!isSearching || at !== null || active.match !== 'part')
      if (isChosen) run(active, canOpenTabs && (event.ctrlKey || event.metaKey))
      else if (isSearching) setAwaited(typed)
    }
  }
  const idOf = (choice: Choice) => `${listId}-${choice.key.replace(/\W+/g, '-')}`

  return (
    <Modal open width={680} title={t('palette.title')} footer={null} onCancel={onClose} className="pl-palette">
      <Input
        ref={field}
        size="large"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={active ? idOf(active) : undefined}
        aria-label={t('palette.placeholder')}
        placeholder={t('palette.placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_KEYWORD + 1}
        allowClear
        value={typed}
        onChange={(event) => write(event.target.value)}
        onKeyDown={handleKey}
      />
      <div role="listbox" id={listId} aria-label={t('palette.title')} ref={list} className="pl-palette-list">
        {sections.map(({ heading, choices: options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a list
          <div key={heading} role="group" aria-label={heading}>
            <div className="pl-palette-heading" aria-hidden="true">
              {heading}
            </div>
            {options.map((choice) => (
              <PaletteOption
                key={choice.key}
                id={idOf(choice)}
                choice={choice}
                word={word}
                isActive={choice === active}
                onPoint={() => setAt(choice.key)}
                onRun={(inNewTab) => run(choice, canOpenTabs && inNewTab)}
              />
            ))}
          </div>
        ))}
      </div>
      <PaletteState found={found} hasChoices={choices.length > 0} />
      <div className="pl-palette-foot">
        <span className="pl-palette-signs">
          {narrowings.map(({ sign }) => (
            <Button
              key={sign}
              size="small"
              type={found.sign === sign ? 'primary' : 'text'}
              onClick={() => {
                write(found.sign === sign ? word : `${sign}${word}`)
                field.current?.focus()
              }}
            >
              <kbd>{sign}</kbd> {t(`search.sign.${signNames[sign]}`)}
            </Button>
          ))}
        </span>
        <span className="pl-palette-keys">
          <kbd>↑</kbd> <kbd>↓</kbd> {t('search.key.choose')} <kbd>Enter</kbd> {t('search.key.open')}{' '}
          {canOpenTabs ? (
            <>
              <kbd>Ctrl Enter</kbd> {t('search.key.tab')}{' '}
            </>
          ) : null}
          <kbd>Esc</kbd> {t('search.key.close')}
        </span>
      </div>
    </Modal>
  )
}

const signNames = { '>': 'actions', '@': 'members', '#': 'orders', '?': 'help' } as const

/** Opens an address of this program, or another one, in a new tab. */
const openTab = (address: string): void =>
  void window.open(address.startsWith('/') ? `#${address}` : address, '_blank', 'noopener,noreferrer')

/** Whether the search goes on, failed, or covered this computer alone; what was not searched is not called missing. */
function PaletteState({ found, hasChoices }: { found: Found; hasChoices: boolean }) {
  const { t } = useText()
  const platform = usePlatform()
  const { isSearching, isOffline, error, word, retry } = found
  if (error && !isSearching) {
    return (
      <p className="pl-palette-state" role="alert">
        {t('search.failed', { reason: textOfError(t, error) })}{' '}
        <Button size="small" onClick={retry}>
          {t('action.retry')}
        </Button>
      </p>
    )
  }
  const none = hasChoices ? '' : word === '' ? t('search.typeMore') : t('palette.none')
  const where = t(platform.kind === 'terminal' ? 'search.offlineHere' : 'search.offline')
  const text = isSearching ? t('search.searching') : isOffline ? where : none
  return (
    <p className="pl-palette-state" role="status">
      {text}
    </p>
  )
}

import { ArrowLeftOutlined, BookOutlined, CloseOutlined, ExportOutlined } from '@ant-design/icons'
import { Button, Input, Segmented, Skeleton } from 'antd'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { closeHelp, enterHelp, HELP_ID, leaveHelp, useHelp } from '#renderer/core/help.ts'
import { useNarrow } from '#renderer/core/hooks.ts'
import { isTyping } from '#renderer/core/keyboard/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { type HelpHit, marked, searchHelp } from '#shared/help/help-search.calc.ts'
import { HelpKeyList } from './help-keys.tsx'
import { HelpMarkdown } from './help-markdown.tsx'
import { useGuide } from './use-guide.ts'
import { useHelpSubjects } from './use-help-subjects.ts'
import { useHelpTexts } from './use-help-texts.ts'
import './help-panel.css'

/** From this width on the screen makes room for the help; on narrower ones the help lies over its side. */
const BESIDE_FROM = 1280
const PHONE_BELOW = 768
/** The width of the help beside the screen, as in the style sheet. */
const WIDTH = 340

/** Keys of browsers that a person who reads does not mean: they reload or search the page. */
const BROWSER_KEY = /^F([1-9]|10)$/

/** The element of the help beside the program, which no lock or dialog makes inert. */
function useOwnElement(): HTMLElement {
  const [own] = useState(() => document.createElement('div'))
  const isBeside = !useNarrow(BESIDE_FROM)
  useLayoutEffect(() => {
    own.dataset.beside = 'help'
    document.body.append(own)
    return () => own.remove()
  }, [own])
  useLayoutEffect(() => {
    const { classList, style } = document.documentElement
    const shrink = () => style.setProperty('--pl-help-zoom', String((window.innerWidth - WIDTH) / window.innerWidth))
    classList.toggle('pl-with-help', isBeside)
    shrink()
    window.addEventListener('resize', shrink)
    return () => {
      classList.remove('pl-with-help')
      window.removeEventListener('resize', shrink)
    }
  }, [isBeside])
  return own
}

/** The help beside the screen: the text of the page, its keys, and a search of all help that the user may read. */
export function HelpPanel() {
  const { t } = useText()
  const navigate = useNavigate()
  const own = useOwnElement()
  const { asked, keys } = useHelp()
  const { subject, pathOf } = useHelpSubjects()
  const { markdown, pages, error, retry } = useHelpTexts()
  const guideUrl = useGuide()
  const isPhone = useNarrow(PHONE_BELOW)
  const [part, setPart] = useState<'text' | 'keys'>('text')
  const [typed, setTyped] = useState('')
  /** The words by which the shown page was found. */
  const [found, setFound] = useState('')
  const [trail, setTrail] = useState<(string | null)[]>([])
  const body = useRef<HTMLDivElement>(null)
  const readable = useMemo(() => pages.filter(({ name }) => pathOf.has(name)), [pages, pathOf])
  const shown = asked !== null && pathOf.has(asked) ? asked : subject
  const text = shown === null ? undefined : markdown?.get(shown)
  const path = shown === null || shown === subject ? null : (pathOf.get(shown) ?? null)
  const guide = guideUrl('')

  useEffect(enterHelp, [])
  const before = useRef(subject)
  // Another screen shows its own help; the one that it is opened for stays.
  useEffect(() => {
    if (before.current === subject) return
    before.current = subject
    useHelp.setState({ asked: null })
    setTrail([])
    setFound('')
  }, [subject])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at its top
  useEffect(() => {
    body.current?.scrollTo({ top: 0 })
  }, [shown, part, typed === ''])

  const show = (name: string, query = '') => {
    setTrail([...trail, asked])
    setFound(query)
    setTyped('')
    setPart('text')
    useHelp.setState({ asked: name })
  }
  const back = () => {
    setFound('')
    useHelp.setState({ asked: trail.at(-1) ?? null })
    setTrail(trail.slice(0, -1))
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return
    // Keys pressed here belong to the help and press nothing of the screen.
    event.stopPropagation()
    if (BROWSER_KEY.test(event.key)) event.preventDefault()
    if (event.key === 'Escape') {
      if (typed === '') closeHelp()
      else setTyped('')
    } else if ((event.key === '?' || event.key === '？') && !isTyping(event.target)) {
      event.preventDefault()
      leaveHelp()
    }
  }

  return createPortal(
    <aside
      id={HELP_ID}
      className="pl-help"
      tabIndex={-1}
      aria-label={t('help.title')}
      data-testid="help"
      onKeyDown={handleKey}
    >
      <header>
        {trail.length > 0 ? (
          <Button type="text" icon={<ArrowLeftOutlined />} aria-label={t('action.back')} onClick={back} />
        ) : null}
        <strong>{t('help.title')}</strong>
        {guide ? (
          <a href={guide} target="_blank" rel="noreferrer">
            <BookOutlined aria-hidden="true" /> {t('help.guide')}
          </a>
        ) : null}
        <Button type="text" icon={<CloseOutlined />} aria-label={t('action.close')} onClick={closeHelp} />
      </header>
      <search>
        <Input
          type="search"
          allowClear
          value={typed}
          maxLength={60}
          aria-label={t('help.search')}
          placeholder={t('help.search')}
          onChange={({ target }) => setTyped(target.value)}
        />
      </search>
      {typed.trim() === '' ? (
        <Segmented
          block
          value={part}
          onChange={setPart}
          options={[
            { value: 'text', label: t('help.page') },
            { value: 'keys', label: t('help.keys') },
          ]}
        />
      ) : null}
      {/* Its text can be scrolled by keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section ref={body} className="pl-help-body" tabIndex={0} aria-label={t('help.text')}>
        {error ? (
          <ErrorBlock error={error} retry={retry} />
        ) : markdown === null ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : typed.trim() !== '' ? (
          <Hits hits={searchHelp(readable, typed)} query={typed} onShow={(name) => show(name, typed)} />
        ) : part === 'keys' ? (
          <HelpKeyList keys={keys} />
        ) : text === undefined ? (
          <Contents pages={readable} onShow={show} />
        ) : (
          <>
            <HelpMarkdown
              markdown={text}
              query={found}
              isReadable={(name) => pathOf.has(name)}
              onHelp={show}
              guideUrl={guideUrl}
            />
            {path === null ? null : (
              <Button
                icon={<ExportOutlined />}
                onClick={() => {
                  if (isPhone) closeHelp()
                  void navigate(path)
                }}
              >
                {t('help.open')}
              </Button>
            )}
          </>
        )}
      </section>
      {isPhone ? null : <footer>{t('help.moves')}</footer>}
    </aside>,
    own,
  )
}

/** All help that the user may read, where the screen has none of its own. */
function Contents({
  pages,
  onShow,
}: {
  pages: readonly { name: string; title: string }[]
  onShow(name: string): void
}) {
  const { t, locale } = useText()
  const sorted = pages.toSorted((one, other) => one.title.localeCompare(other.title, locale))
  return (
    <nav aria-label={t('help.contents')} className="pl-help-contents">
      <h2>{t('help.contents')}</h2>
      <ul>
        {sorted.map(({ name, title }) => (
          <li key={name}>
            <button type="button" className="pl-help-link" onClick={() => onShow(name)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What a search has found, the best first. */
function Hits({ hits, query, onShow }: { hits: readonly HelpHit[]; query: string; onShow(name: string): void }) {
  const { t } = useText()
  return (
    <>
      <p role="status" className="pl-help-count">
        {hits.length > 0 ? t('help.found', { count: hits.length }) : ''}
      </p>
      {hits.length === 0 ? (
        <EmptyBlock title={t('help.none', { query: query.trim() })} hint={t('help.noneHint')} />
      ) : null}
      <ul className="pl-help-hits">
        {hits.map(({ page, heading, excerpt }) => (
          <li key={page.name}>
            <button type="button" onClick={() => onShow(page.name)}>
              <strong>
                <Marked text={page.title} query={query} />
              </strong>
              {heading ? (
                <small>
                  <Marked text={heading} query={query} />
                </small>
              ) : null}
              <span>
                <Marked text={excerpt} query={query} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

const Marked = ({ text, query }: { text: string; query: string }) =>
  marked(text, query).map((piece, index) => {
    const key = index
    return piece.isHit ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>
  })

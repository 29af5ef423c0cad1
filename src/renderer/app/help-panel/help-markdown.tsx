import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode, useMemo } from 'react'
import { rawText, useText } from '#renderer/core/locale.ts'
import { marked } from '#shared/help/help-search.calc.ts'
import { helpLinkOf, isExplanation, partsOf, withoutComments, withoutValues } from '#shared/help/help-text.calc.ts'

interface HelpMarkdownProps {
  markdown: string
  /** Words to mark in the text; empty: none. */
  query: string
  /** Whether the user may read the help of this name; a link to any other is plain words. */
  isReadable(name: string): boolean
  /** Shows the help of another page. */
  onHelp(name: string): void
  /** The address of a chapter of the guide; null where the guide cannot be reached. */
  guideUrl(path: string): string | null
}

/** Renders help, which is plain Markdown, as elements; HTML in it would be shown as text. */
export function HelpMarkdown({ markdown, query, isReadable, onHelp, guideUrl }: HelpMarkdownProps) {
  const { locale } = useText()
  const tokens = useMemo(() => lexer(withoutComments(markdown)), [markdown])

  const words = (text: string): ReactNode =>
    marked(text, query).map((piece, index) =>
      // The pieces of a text have no other identity than their index.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      piece.isHit ? <mark key={index}>{piece.text}</mark> : <Fragment key={index}>{piece.text}</Fragment>,
    )

  const withTexts = (text: string): ReactNode =>
    partsOf(text).map((part, index) => {
      const key = index
      if ('words' in part) return <Fragment key={key}>{words(part.words)}</Fragment>
      const shown = words(withoutValues(rawText(locale, part.key) ?? part.key))
      return isExplanation(part.key) ? <Fragment key={key}>{shown}</Fragment> : <strong key={key}>{shown}</strong>
    })

  const link = (token: Tokens.Link): ReactNode => {
    const target = helpLinkOf(token.href)
    if (target?.kind === 'help') {
      if (!isReadable(target.target)) return inline(token.tokens)
      return (
        <button type="button" className="pl-help-link" onClick={() => onHelp(target.target)}>
          {inline(token.tokens)}
        </button>
      )
    }
    const href = target ? guideUrl(target.target) : token.href
    if (href === null) return inline(token.tokens)
    return (
      <a href={href} target="_blank" rel="noreferrer">
        {inline(token.tokens)}
      </a>
    )
  }

  const inlineOne = (token: MarkedToken): ReactNode => {
    switch (token.type) {
      case 'text':
        return 'tokens' in token && token.tokens ? inline(token.tokens) : withTexts(token.text)
      case 'escape':
        return token.text
      case 'strong':
        return <strong>{inline(token.tokens)}</strong>
      case 'em':
        return <em>{inline(token.tokens)}</em>
      case 'codespan':
        return <code>{token.text}</code>
      case 'br':
        return <br />
      case 'link':
        return link(token)
      default:
        return token.raw
    }
  }

  const inline = (list: readonly Token[]): ReactNode =>
    list.map((token, index) => {
      const key = index
      return <Fragment key={key}>{inlineOne(token as MarkedToken)}</Fragment>
    })

  const item = (entry: Tokens.ListItem): ReactNode =>
    entry.tokens.map((token, index) => {
      const key = index
      return <Fragment key={key}>{token.type === 'text' ? inlineOne(token as Tokens.Text) : block(token)}</Fragment>
    })

  const table = (token: Tokens.Table): ReactNode => (
    <div className="pl-help-table">
      <table>
        <thead>
          <tr>
            {token.header.map((cell) => (
              <th key={cell.text} scope="col">
                {inline(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row) => (
            <tr key={row.map(({ text }) => text).join('|')}>
              {row.map((cell, index) => {
                const key = index
                return <td key={key}>{inline(cell.tokens)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )

  const block = (any: Token): ReactNode => {
    const token = any as MarkedToken
    switch (token.type) {
      case 'space':
        return null
      case 'heading':
        if (token.depth === 1) return <h2>{inline(token.tokens)}</h2>
        return token.depth === 2 ? <h3>{inline(token.tokens)}</h3> : <h4>{inline(token.tokens)}</h4>
      case 'paragraph':
        return <p>{inline(token.tokens)}</p>
      case 'list': {
        const entries = token.items.map((entry) => <li key={entry.raw}>{item(entry)}</li>)
        return token.ordered ? <ol>{entries}</ol> : <ul>{entries}</ul>
      }
      case 'table':
        return table(token)
      case 'blockquote':
        return <blockquote>{blocks(token.tokens)}</blockquote>
      case 'code':
        return <pre>{token.text}</pre>
      default:
        return <p>{token.raw}</p>
    }
  }

  const blocks = (list: readonly Token[]): ReactNode =>
    list.map((token, index) => {
      const key = index
      return <Fragment key={key}>{block(token)}</Fragment>
    })

  return <div className="pl-help-text">{blocks(tokens)}</div>
}

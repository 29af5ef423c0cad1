/** A row of the glossary whose thing has a name on the screens. */
export interface GlossaryTerm {
  subject: string
  term: string
  meaning: string
  chinese: string
}

/** The terms of docs/GLOSSARY.md that a user meets. */
export function glossaryTerms(markdown: string): GlossaryTerm[] {
  let subject = ''
  const terms: GlossaryTerm[] = []
  for (const line of markdown.split('\n')) {
    const heading = /^## +(.+)$/.exec(line)?.[1]
    if (heading) subject = heading
    const [, term = '', meaning = '', , chinese = ''] = line.split(/ *(?<!\\)\| */)
    const isHead = term === 'term' || /^-+$/.test(term)
    if (line.startsWith('| ') && line.split(' | ').length === 4 && !isHead && chinese !== '—')
      terms.push({ subject, term, meaning, chinese })
  }
  return terms
}

/** The English page of terms: the glossary's rows, without what only programmers need. */
export function englishGlossary(markdown: string): string {
  const bySubject = Map.groupBy(glossaryTerms(markdown), ({ subject }) => subject)
  const tables = [...bySubject].map(([subject, terms]) => {
    const rows = terms.map(({ term, meaning, chinese }) => `| **${term}** | ${plain(meaning)} | ${chinese} |`)
    return `## ${subject}\n\n| term | meaning | on Chinese screens |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  })
  const intro = 'The words of the screens and of this guide, with their Chinese names.'
  return `# Glossary\n\n${intro}\n\n${tables.join('\n')}`
}

/** A meaning without the names of tables and files. */
const plain = (meaning: string): string =>
  meaning.replace(/ \((?:table|slice|kind)? ?`[^`]*`(?: in [^)]*)?\)/g, '').replace(/`([^`]*)`/g, '$1')

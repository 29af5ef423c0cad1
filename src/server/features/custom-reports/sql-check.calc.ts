import { AppError } from '#shared/core/errors.ts'

/**
 * Functions and types that may be followed by a parenthesis. None of them has an effect, reads a file or setting, waits, or makes a
 * value much larger than its input.
 */
const CALLABLE = new Set(
  `abs age any array avg bool_and bool_or business_day cast ceil ceiling char coalesce corr count covar_pop
  cume_dist date date_bin date_part date_trunc decimal dense_rank every exists extract first_value floor greatest initcap
  justify_days justify_hours justify_interval lag last_value lead least left length ln log lower make_date make_interval max min mod
  mode nth_value ntile nullif num_nonnulls num_nulls numeric percent_rank percentile_cont percentile_disc position power rank regr_slope
  right round row_number sign some split_part sqrt starts_with stddev stddev_pop stddev_samp strpos substr substring sum time
  timestamp timestamptz to_char to_date to_number trim trunc unnest upper var_pop var_samp varchar variance width_bucket cardinality
  array_length`.split(/\s+/),
)

/** Words of the language that may be followed by a parenthesis. */
const BEFORE_PARENTHESIS = new Set(
  `all and as between by case cross cube distinct else end except filter from full group grouping having ilike in inner intersect is
  join lateral left like limit materialized natural not offset on only or order over partition right rollup select sets then union using
  values when where with within rows range groups both leading trailing for preceding following unbounded interval within`.split(
    /\s+/,
  ),
)

/** Words that begin another kind of statement, write, lock, or could fill the memory. */
const FORBIDDEN = new Set(
  `alter analyze begin call checkpoint close cluster comment commit copy create deallocate declare delete discard do drop execute
  explain fetch grant import insert into listen load lock merge move notify operator prepare reassign recursive refresh reindex release
  reset revoke rollback savepoint security set show start tablesample truncate unlisten update vacuum information_schema
  regclass regcollation regconfig regdictionary regnamespace regoper regoperator regproc regprocedure regrole regtype xml json jsonb
  refcursor current_schema session_user current_role current_user current_catalog system_user user`.split(/\s+/),
)

const MAX_STATEMENT_LENGTH = 10_000
/** Each could double a value; so many make it a thousand times as long. */
const MAX_CONCATENATIONS = 10

const refuse = (word: string): never => {
  throw new AppError('customReport.sqlRefused', { field: 'definition', word: word.slice(0, 60) })
}

type Token = { kind: 'word' | 'quoted' | 'text' | 'number' | 'sign'; text: string }

const OPERATOR = /[-+*/<>=~!%^&|:?]/
/** Escapes and dollar quotes are read by other rules; their first characters are refused, so that none of ours can be wrong. */
const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['number', /(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w$])/y],
  // A word before a quotation mark would be the kind of a constant: E'', U&''.
  ['word', /[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*(?!['"&$])/y],
  ['quoted', /"(?:[^"\0]|"")+"(?!["'])/y],
  ['text', /'(?:[^'\0]|'')*'(?!')/y],
  ['sign', /[(),.[\]]/y],
]

function tokensOf(statement: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < statement.length) {
    const rest = statement.slice(at, at + 2)
    if (/\s/.test(rest[0] ?? '')) at++
    else if (rest === '--') at = endOf(statement, '\n', at)
    // Comments may be nested, which few people know; so the first end ends all or nothing.
    else if (rest === '/*') at = endOfComment(statement, at)
    else if (OPERATOR.test(rest[0] ?? '')) {
      let end = at
      while (OPERATOR.test(statement[end] ?? '') && !['--', '/*'].includes(statement.slice(end, end + 2))) end++
      if (end === at) refuse(rest)
      tokens.push({ kind: 'sign', text: statement.slice(at, end) })
      at = end
    } else {
      const token = tokenAt(statement, at) ?? refuse(statement.slice(at, at + 10))
      tokens.push(token)
      at += token.text.length
    }
  }
  return tokens
}

function tokenAt(statement: string, at: number): Token | null {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at
    const [text] = pattern.exec(statement) ?? []
    if (text !== undefined) return { kind, text }
  }
  return null
}

const endOf = (statement: string, mark: string, from: number): number => {
  const at = statement.indexOf(mark, from)
  return at < 0 ? statement.length : at + mark.length
}

function endOfComment(statement: string, from: number): number {
  const end = statement.indexOf('*/', from + 2)
  if (end < 0 || statement.slice(from + 2, end).includes('/*')) refuse('/*')
  return end + 2
}

/**
 * Checks a statement of a report and writes it anew from its tokens, so that what runs is what was checked: one `select`, whose
 * functions are all on our list. Throws `customReport.sqlRefused` with the word at fault.
 *
 * The role and the read-only transaction limit what the statement can read and do in any case. This check keeps it from changing the
 * scope of the transaction, from locks and from side effects that a read-only transaction allows.
 */
export function checkedStatement(statement: string): string {
  if (statement.length > MAX_STATEMENT_LENGTH) refuse('…')
  const tokens = tokensOf(statement)
  const [first] = tokens
  if (first?.kind !== 'word' || !['select', 'with'].includes(first.text.toLowerCase())) refuse(first?.text ?? '')
  if (tokens.filter(({ text }) => text.includes('||')).length > MAX_CONCATENATIONS) refuse('||')
  let depth = 0
  for (const [index, { kind, text }] of tokens.entries()) {
    const next = tokens[index + 1]?.text
    const isCall = next === '('
    if (kind === 'word' || kind === 'quoted') checkWord(kind, text, isCall, tokens[index - 1]?.text === '.')
    if (text === '(') depth++
    if (text === ')') depth--
    // Otherwise the statement could end the subquery that it stands in.
    if (depth < 0) refuse(')')
  }
  if (depth !== 0) refuse('(')
  return tokens.map(({ text }) => text).join(' ')
}

function checkWord(kind: 'word' | 'quoted', text: string, isCall: boolean, isQualified: boolean): void {
  // A quoted name is another name for the same function or table.
  const name = kind === 'quoted' ? text.slice(1, -1).replaceAll('""', '"') : text.toLowerCase()
  if (/^(pg_|pg$|lo_|dblink|postgres)/i.test(name)) refuse(text)
  if (kind === 'word' && !isQualified && FORBIDDEN.has(name)) refuse(text)
  if (name.toLowerCase() === 'information_schema') refuse(text)
  if (!isCall) return
  if (kind === 'quoted' || isQualified || !(CALLABLE.has(name) || BEFORE_PARENTHESIS.has(name))) refuse(text)
}

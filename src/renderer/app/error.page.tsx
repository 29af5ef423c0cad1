import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { START } from '#renderer/core/addresses/paths.ts'
import { useText } from '#renderer/core/locale.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

type ErrorKind = '403' | '404' | '500'

/** The error page of a path, also in the API family's form below `/exception`; null for other paths. */
export const errorPathOf = (path: string): ErrorKind | null =>
  (/^(?:\/exception)?\/(403|404|500)\/?$/.exec(path)?.[1] as ErrorKind | undefined) ?? null

const hints: Record<ErrorKind, TextKey> = {
  403: 'error.forbiddenHint',
  404: 'notFound.hint',
  500: 'error.pageCrashedHint',
}

/** The error pages: no permission, no such page, or a server error (spec §2). */
export function ErrorPage({ kind }: { kind: ErrorKind }) {
  const { t } = useText()
  const navigate = useNavigate()
  return (
    <div className="pl-page pl-error-page">
      <strong aria-hidden="true">{kind}</strong>
      <h1>{t(`errorPage.${kind}`)}</h1>
      <p>{t(hints[kind])}</p>
      <Button type="primary" onClick={() => navigate(START, { replace: true })}>
        {t('nav.start')}
      </Button>
    </div>
  )
}

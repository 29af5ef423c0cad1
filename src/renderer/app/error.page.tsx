import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/blocks.tsx'

type ErrorKind = '403' | '404' | '500'

/** Which error page an address is, also in the family's spelling below `/exception`. */
export const errorPathOf = (path: string): ErrorKind | null =>
  (/^(?:\/exception)?\/(403|404|500)\/?$/.exec(path)?.[1] as ErrorKind | undefined) ?? null

/** Where nothing can be shown: no right, no such page, or a failure of the server (spec §2). */
export function ErrorPage({ kind }: { kind: ErrorKind }) {
  const { t } = useText()
  const navigate = useNavigate()
  return (
    <div className="pl-page pl-error-page">
      <strong aria-hidden="true">{kind}</strong>
      <EmptyBlock
        title={t(`errorPage.${kind}`)}
        hint={
          kind === '404' ? t('notFound.hint') : kind === '403' ? t('error.forbiddenHint') : t('error.pageCrashedHint')
        }
        action={
          <Button type="primary" onClick={() => navigate('/', { replace: true })}>
            {t('nav.start')}
          </Button>
        }
      />
    </div>
  )
}

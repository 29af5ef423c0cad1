import { Alert } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { ErrorCode } from '#shared/core/errors.ts'

/** The problems of an unfinished rule; renders nothing where it can be saved. */
export function RuleProblems({ problems }: { problems: readonly { code: ErrorCode }[] }) {
  const { t } = useText()
  if (problems.length === 0) return null
  return (
    <Alert
      type="warning"
      title={t('consumeRule.missing')}
      description={
        <ul className="pl-rule-problems">
          {problems.map(({ code }) => (
            <li key={code}>{t(`error.${code}`)}</li>
          ))}
        </ul>
      }
    />
  )
}

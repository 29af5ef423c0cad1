import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import type { SettingsPort } from '#renderer/platform/platform.ts'

/** Whether this terminal's key is enrolled at the store, and a button to enrol it for users with the permission. */
export function EnrolmentRow({ enrolment }: { enrolment: SettingsPort['enrolment'] }) {
  const { t } = useText()
  const mayEnrol = useMay('terminal:enrol')
  const queries = useQueryClient()
  const state = useQuery({ queryKey: ['enrolment'], queryFn: () => enrolment.state() })
  const enrol = useMutation({
    mutationFn: () => enrolment.enrol(),
    onSuccess: (now) => queries.setQueryData(['enrolment'], now),
  })
  if (!state.data) return null
  if (state.data.enrolled) return <Alert type="success" showIcon title={t('settings.enrolled')} />
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={t('settings.notEnrolled')}
        description={mayEnrol ? undefined : t('settings.notEnrolledHint')}
        action={
          mayEnrol ? (
            <Button loading={enrol.isPending} onClick={() => enrol.mutate()}>
              {t('settings.enrol')}
            </Button>
          ) : undefined
        }
      />
      {enrol.error ? <Alert type="error" showIcon title={textOfError(t, enrol.error)} /> : null}
    </>
  )
}

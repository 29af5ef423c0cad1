import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Modal, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { ReportInterval } from '#shared/features/custom-reports/custom-reports.schema.ts'
import { isTextKey } from '#shared/i18n/catalogue.ts'

interface Chosen {
  /** Of the schedule that was shown when the user began to change it; 0: there was none. */
  version: number
  every: ReportInterval | null
  hour: number
  recipients: string[]
}

const NONE = 'none'

/** When a report is sent, and to whom. */
export function ScheduleDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const queries = useQueryClient()
  const [changed, setChanged] = useState<Chosen | null>(null)
  const [isSaving, setSaving] = useState(false)
  const queryKey = ['customReports', 'schedule', id]
  const schedule = useQuery({
    queryKey,
    queryFn: async () => (await client.customReports.schedule({ query: { id } })).result,
  })
  const options = useQuery({
    queryKey: ['customReports', 'options'],
    queryFn: async () => (await client.customReports.options()).result,
    staleTime: 300_000,
  })
  const stored = schedule.data
  const chosen: Chosen = changed ?? stored ?? { version: 0, every: null, hour: 9, recipients: [] }
  const error = schedule.error ?? options.error
  const save = async () => {
    setSaving(true)
    try {
      const { version, every, hour, recipients } = chosen
      await client.customReports.setSchedule({ body: { id, version, every, hour, recipients } })
      onClose()
    } catch (failure) {
      setSaving(false)
      void message.error(textOfError(t, failure))
    }
    await queries.invalidateQueries({ queryKey })
  }
  const errorKey = `error.${stored?.lastError ?? ''}`
  return (
    <Modal
      open
      title={t('customReport.schedule')}
      okText={t('action.save')}
      confirmLoading={isSaving}
      okButtonProps={{ disabled: changed === null && !stored?.lastError }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {error ? <ErrorBlock error={error} retry={() => void (schedule.error ? schedule : options).refetch()} /> : null}
      {!error && (schedule.isPending || options.isPending) ? <Skeleton active /> : null}
      {!error && schedule.isSuccess && options.data ? (
        <div className="pl-custom-schedule">
          <p className="pl-custom-hint">{t('customReport.schedule.hint')}</p>
          <Select
            aria-label={t('customReport.every')}
            value={chosen.every ?? NONE}
            options={[NONE, ...ReportInterval.options].map((value) => ({
              value,
              label: t(`customReport.every.${value as ReportInterval | 'none'}`),
            }))}
            onChange={(every) => setChanged({ ...chosen, every: every === NONE ? null : (every as ReportInterval) })}
          />
          {chosen.every ? (
            <>
              <Select
                aria-label={t('customReport.hour')}
                value={chosen.hour}
                options={Array.from({ length: 24 }, (_, hour) => ({
                  value: hour,
                  label: `${String(hour).padStart(2, '0')}:00`,
                }))}
                onChange={(hour) => setChanged({ ...chosen, hour })}
              />
              <Select
                mode="multiple"
                aria-label={t('customReport.recipients')}
                placeholder={t('customReport.recipients')}
                showSearch={{ optionFilterProp: 'label' }}
                value={chosen.recipients}
                options={options.data.users.map(({ value, text }) => ({ value, label: text }))}
                onChange={(recipients) => setChanged({ ...chosen, recipients })}
              />
            </>
          ) : null}
          {stored ? (
            <p className="pl-custom-hint">{t('customReport.schedule.next', { time: stored.nextTime })}</p>
          ) : null}
          {stored?.lastError && isTextKey(errorKey) ? (
            <p role="alert">{t('customReport.schedule.last', { error: t(errorKey) })}</p>
          ) : null}
        </div>
      ) : null}
    </Modal>
  )
}

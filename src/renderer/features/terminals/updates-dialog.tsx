import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { UPDATE_SHARES } from '#shared/features/terminals/terminal-releases.contract.ts'

const KEY = ['terminalReleases']

interface Wanted {
  version: string
  share: (typeof UPDATE_SHARES)[number]
}

/** The releases of the terminal on the server, and the stage: which of them is installed, by how many. */
export function UpdatesDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const maySet = useMay('terminal:stage')
  const [form] = Form.useForm<Wanted>()
  const chosen = Form.useWatch('version', form)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const overview = useQuery({ queryKey: KEY, queryFn: async () => (await client.terminalReleases.overview()).result })
  const { versions = [], stage = null, counts = [], terminals = 0 } = overview.data ?? {}
  const save = async (body: Wanted) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await client.terminalReleases.stage({ body })
      await queryClient.invalidateQueries({ queryKey: KEY })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const countOf = (share: number) => counts.find((one) => one.version === chosen && one.share === share)?.terminals ?? 0
  const inForce =
    stage === null
      ? t('terminal.stageNone')
      : t(stage.isOwn ? 'terminal.stageNow' : 'terminal.stageAbove', { version: stage.version, share: stage.share })
  const hasReleases = versions.length > 0
  const canSave = maySet && hasReleases
  return (
    <Modal
      open
      title={t('terminal.updates')}
      okText={t('action.save')}
      cancelText={t(canSave ? 'action.cancel' : 'action.close')}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <CancelBtn />
          {canSave ? <OkBtn /> : null}
        </>
      )}
      confirmLoading={isBusy}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {overview.error ? <ErrorBlock error={overview.error} retry={() => void overview.refetch()} /> : null}
      {overview.data ? (
        <>
          <p>{inForce}</p>
          {hasReleases ? null : <EmptyBlock title={t('terminal.updatesNone')} hint={t('terminal.updatesNoneHint')} />}
          {canSave ? (
            <Form<Wanted>
              form={form}
              layout="vertical"
              initialValues={{ version: stage?.version ?? versions[0], share: stage?.share ?? 10 }}
              onFinish={(wanted) => void save(wanted)}
            >
              <Form.Item name="version" label={t('terminal.version')}>
                <Select options={versions.map((value) => ({ value, label: value }))} />
              </Form.Item>
              <Form.Item name="share" label={t('terminal.share')} extra={t('terminal.stageHint')}>
                <Select
                  options={UPDATE_SHARES.map((value) => ({
                    value,
                    label: t('terminal.shareOf', { share: value, count: countOf(value), total: terminals }),
                  }))}
                />
              </Form.Item>
              {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
            </Form>
          ) : null}
        </>
      ) : null}
    </Modal>
  )
}

import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Form, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { reloadPermissions } from '#renderer/core/permissions.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { useBackGuard } from '#renderer/ui/dialog/use-back-guard.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { FormDefinition } from '#shared/features/online-forms/online-form.schema.ts'
import type { FormWhole } from '#shared/features/online-forms/online-forms.contract.ts'
import { type Drawn, toDefinition, toDrawn } from './builder.calc.ts'
import { BuilderCanvas } from './builder-canvas.tsx'
import { BuilderPalette } from './builder-palette.tsx'
import { BuilderProperties } from './builder-properties.tsx'
import { FormRights } from './form-rights.tsx'
import { RecordFields } from './record-fields.tsx'
import './form-builder.css'

interface FormBuilderProps {
  id: string
  onClose(): void
}

/** Draws a form: palette, canvas, properties and preview. */
export function FormBuilder({ id, onClose }: FormBuilderProps) {
  const form = useQuery({
    queryKey: ['crud', 'onlineForms', 'one', id],
    queryFn: async () => (await client.onlineForms.queryById({ query: { id } })).result,
    // Another answer would replace what is being drawn.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (form.error) return <ErrorBlock error={form.error} retry={() => void form.refetch()} />
  return form.data ? <Builder form={form.data} onClose={onClose} /> : <Skeleton active className="pl-page" />
}

function Builder({ form, onClose }: { form: FormWhole; onClose(): void }) {
  const { t, locale } = useText()
  const { message } = App.useApp()
  const ask = useQuestion()
  const [drawn, setDrawn] = useState<Drawn>(() => toDrawn(form.draft))
  const [saved, setSaved] = useState(drawn)
  const [draftNo, setDraftNo] = useState(form.draftNo)
  const [published, setPublished] = useState<FormDefinition | null>(form.published)
  const [chosen, setChosen] = useState<string | null>(drawn.fields[0]?.id ?? null)
  const [view, setView] = useState<'draw' | 'preview'>('draw')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [isGranting, setGranting] = useState(false)
  const isChanged = drawn !== saved
  const name = locale === 'en' ? form.nameEn : form.nameZh

  const leave = () => {
    if (!isChanged) return onClose()
    ask({ title: t('crud.leaveAsk'), ok: t('crud.leave'), no: t('crud.stay'), isDanger: true, onOk: onClose })
  }
  useBackGuard(() => isChanged, leave)

  /** Saves the draft; returns its number. */
  const save = async (): Promise<number> => {
    if (!isChanged) return draftNo
    const { result } = await client.onlineForms.edit({ body: { id: form.id, draftNo, draft: toDefinition(drawn) } })
    setDraftNo(result.draftNo)
    setSaved(drawn)
    return result.draftNo
  }
  const attempt = async (work: () => Promise<string>) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      void message.success(await work())
      await refreshList('onlineForms')
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const saveDraft = () =>
    attempt(async () => {
      await save()
      return t('message.updated')
    })
  const publish = () =>
    attempt(async () => {
      const number = await save()
      const { message: done } = await client.onlineForms.publish({ body: { id: form.id, draftNo: number } })
      setDraftNo(number + 1)
      setPublished(toDefinition(drawn))
      setGranting(true)
      void reloadPermissions().catch(() => null)
      return done
    })
  return (
    <div className="pl-page pl-builder">
      <PageHead title={name}>
        <Button icon={<ArrowLeftOutlined />} onClick={leave}>
          {t('form.back')}
        </Button>
        <Segmented
          value={view}
          onChange={setView}
          options={[
            { value: 'draw', label: t('form.draw') },
            { value: 'preview', label: t('form.preview') },
          ]}
        />
        {published ? <Button onClick={() => setGranting(true)}>{t('form.rights')}</Button> : null}
        <Button disabled={!isChanged} loading={isBusy} onClick={() => void saveDraft()}>
          {t('form.saveDraft')}
        </Button>
        <Button type="primary" loading={isBusy} onClick={() => void publish()}>
          {t('form.publish')}
        </Button>
      </PageHead>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      {view === 'draw' ? (
        <div className="pl-builder-parts">
          <BuilderPalette drawn={drawn} chosen={chosen} onChange={setDrawn} onChoose={setChosen} />
          <BuilderCanvas drawn={drawn} chosen={chosen} published={published} onChange={setDrawn} onChoose={setChosen} />
          <BuilderProperties drawn={drawn} chosen={chosen} published={published} onChange={setDrawn} />
        </div>
      ) : (
        <div className="pl-panel pl-builder-preview">
          <Form layout="vertical">
            <RecordFields definition={toDefinition(drawn)} />
          </Form>
        </div>
      )}
      {isGranting ? <FormRights id={form.id} name={name} onClose={() => setGranting(false)} /> : null}
    </div>
  )
}

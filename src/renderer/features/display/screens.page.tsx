import { App, Input } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import { screenResource } from '#shared/features/display/screens.contract.ts'
import { defaultLayout } from '#shared/features/display/screens.schema.ts'
import { LayoutEditor } from './layout-editor.tsx'
import { openAddress, screenAddress } from './screen-address.ts'
import './display.css'

type Row = RowOf<'screens'>
const Field = fieldsOf(screenResource.create, screenResource)

/** The big screens of a store with layout and address. */
export function ScreensPage() {
  const { t, locale } = useText()
  const { message } = App.useApp()
  const may = useMayCall('screens')
  const ask = useConfirmation()
  const addressOf = async ({ id }: Row) =>
    screenAddress((await client.screens.address({ query: { id } })).result, locale)
  const reportFailure = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => message.error(textOfError(t, error)))
  const copy = async (row: Row) => {
    await navigator.clipboard.writeText(await addressOf(row))
    void message.success(t('screen.copied'))
  }
  const renew = ({ id, name }: Row) =>
    void ask(
      t('screen.newKeyAsk', { name }),
      async () => {
        const answer = await client.screens.newKey({ body: { id } })
        await refreshList('screens')
        return answer.message
      },
      { ok: t('screen.newKey') },
    )
  return (
    <CrudPage
      resource="screens"
      title="menu.screens"
      columns={[
        {
          name: 'name',
          sorter: true,
          render: ({ name, isHouse, deviceId }) => (
            <>
              {name} {isHouse ? <ToneTag tone="success">{t('screen.house')}</ToneTag> : null}
              {deviceId === null ? null : <ToneTag tone="neutral">{t('screen.tv')}</ToneTag>}
            </>
          ),
        },
        {
          name: 'layout',
          width: 320,
          onCard: true,
          render: ({ layout }) =>
            `${t(`screen.mode.${layout.mode}`)} · ${layout.panels.map(({ kind }) => t(`screen.panel.${kind}`)).join(' · ')}`,
        },
        {
          name: 'seenTime',
          sorter: true,
          onCard: true,
          render: ({ seenTime }) => seenTime ?? t('screen.neverSeen'),
        },
        { name: 'createTime', sorter: true, optional: true },
      ]}
      filters={[<TextFilter key="name" name="name" />]}
      form={{
        noun: 'noun.screen',
        width: 1080,
        values: (row) => row ?? { layout: defaultLayout },
        fields: () => (
          <>
            <Field name="name">
              <Input maxLength={40} autoComplete="off" />
            </Field>
            <Field name="layout">
              <LayoutEditor />
            </Field>
          </>
        ),
      }}
      actions={{
        row: (row) =>
          may('edit')
            ? [
                { key: 'open', label: t('screen.open'), act: () => reportFailure(openAddress(addressOf(row))) },
                { key: 'copy', label: t('screen.copy'), act: () => reportFailure(copy(row)) },
                { key: 'newKey', label: t('screen.newKey'), danger: true, act: () => renew(row) },
              ]
            : [],
      }}
    />
  )
}

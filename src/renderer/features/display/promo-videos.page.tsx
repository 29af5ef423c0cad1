import { Input } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { promoVideoResource } from '#shared/features/display/promo-videos.contract.ts'
import { videoAddresses } from '#shared/features/display/video-addresses.calc.ts'
import { ShownFields } from './shown-fields.tsx'
import { VideoField } from './video-field.tsx'
import './display.css'

const Field = fieldsOf(promoVideoResource.create, promoVideoResource)

/** The videos that big screens show between races. */
export function PromoVideosPage() {
  const { t } = useText()
  const yesNo = useDict('yn')
  return (
    <CrudPage
      resource="promoVideos"
      title="menu.promoVideos"
      columns={[
        { name: 'indexNumber', sorter: true, align: 'right', width: 80 },
        { name: 'name', sorter: true },
        {
          name: 'urls',
          title: 'promo.videos',
          onCard: true,
          render: ({ urls, file }) =>
            t('promo.videoCount', { count: videoAddresses(urls).length + (file === '' ? 0 : 1) }),
          whole: ({ urls, file }) => [file, ...videoAddresses(urls)].filter(Boolean).join('\n'),
        },
        { name: 'startDate', sorter: true, render: ({ startDate }) => startDate ?? t('promo.noEnd') },
        { name: 'endDate', sorter: true, render: ({ endDate }) => endDate ?? t('promo.noEnd') },
        { name: 'isActive', sorter: true, onCard: true, options: yesNo },
        { name: 'remark', optional: true },
        { name: 'createTime', sorter: true, optional: true },
      ]}
      filters={[<TextFilter key="name" name="name" />, <ChoiceFilter key="active" name="isActive" options={yesNo} />]}
      form={{
        noun: 'noun.promoVideo',
        width: 640,
        values: (row) => ({
          indexNumber: 0,
          isActive: 'YES',
          urls: '',
          file: '',
          ...row,
          startDate: row?.startDate ?? '',
          endDate: row?.endDate ?? '',
        }),
        fields: () => (
          <>
            <Field name="name">
              <Input maxLength={60} autoComplete="off" />
            </Field>
            <Field name="file" extra={t('promo.fileHint')}>
              <VideoField />
            </Field>
            <Field name="urls" extra={t('promo.urlsHint')}>
              <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={2000} />
            </Field>
            <ShownFields />
          </>
        ),
      }}
    />
  )
}

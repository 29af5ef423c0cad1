import { Input } from 'antd'
import { shownAddress } from '#renderer/core/addresses/shown-address.ts'
import { useText } from '#renderer/core/locale.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { PhotoField } from '#renderer/ui/form/photo-field.tsx'
import { swiperResource } from '#shared/features/display/swipers.contract.ts'
import { ShownFields } from './shown-fields.tsx'
import './display.css'

const Field = fieldsOf(swiperResource.create, swiperResource)

/** The carousel images of big screens, kiosks and the mini-app. */
export function SwipersPage() {
  const { t } = useText()
  const yesNo = useDict('yn')
  return (
    <CrudPage
      resource="swipers"
      title="menu.swipers"
      columns={[
        { name: 'indexNumber', sorter: true, align: 'right', width: 80 },
        {
          name: 'photo',
          width: 140,
          render: ({ photo, title }) => <img className="pl-swiper-thumb" src={shownAddress(photo)} alt={title} />,
        },
        { name: 'title', sorter: true },
        { name: 'link' },
        { name: 'startDate', sorter: true, render: ({ startDate }) => startDate ?? t('promo.noEnd') },
        { name: 'endDate', sorter: true, render: ({ endDate }) => endDate ?? t('promo.noEnd') },
        { name: 'isActive', sorter: true, onCard: true, options: yesNo },
        { name: 'remark', optional: true },
        { name: 'createTime', sorter: true, optional: true },
      ]}
      filters={[<TextFilter key="title" name="title" />, <ChoiceFilter key="active" name="isActive" options={yesNo} />]}
      form={{
        noun: 'noun.swiper',
        width: 640,
        values: (row) => ({
          indexNumber: 0,
          isActive: 'YES',
          ...row,
          startDate: row?.startDate ?? '',
          endDate: row?.endDate ?? '',
        }),
        fields: () => (
          <>
            <Field name="title">
              <Input maxLength={60} autoComplete="off" />
            </Field>
            <Field name="photo" extra={t('swiper.photoHint')}>
              <PhotoField folder="swiper" />
            </Field>
            <Field name="link" extra={t('swiper.linkHint')}>
              <Input maxLength={500} autoComplete="off" />
            </Field>
            <ShownFields />
          </>
        ),
      }}
    />
  )
}

import { DatePicker, Form, Input, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { asText } from '#renderer/ui/form/fields.tsx'
import { PhotoField } from '#renderer/ui/form/photo-field.tsx'
import { MsgCategory, MsgType, OpenType, Priority } from '#shared/features/messages/announcements.schema.ts'
import { PeopleField } from './people-field.tsx'
import { RichText } from './rich-text.tsx'
import { toPlain } from './template-content.calc.ts'

const TIME = 'YYYY-MM-DD HH:mm:ss'

/** The fields of an announcement: content, recipients, priority, and link. */
export function AnnouncementFields() {
  const { t } = useText()
  const form = Form.useFormInstance()
  const msgType = Form.useWatch<string | undefined>('msgType', form)
  const openType = Form.useWatch<string | undefined>('openType', form)
  const required = (label: string) => ({ required: true, whitespace: true, message: t('crud.required', { label }) })
  return (
    <>
      <Form.Item name="titile" label={t('announcement.title')} rules={[required(t('announcement.title'))]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="msgAbstract" label={t('announcement.abstract')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <div className="pl-two">
        <Form.Item name="msgCategory" label={t('announcement.category')}>
          <Select options={MsgCategory.options.map((value) => ({ value, label: t(`dict.msg_category.${value}`) }))} />
        </Form.Item>
        <Form.Item name="priority" label={t('announcement.priority')}>
          <Select options={Priority.options.map((value) => ({ value, label: t(`announcement.priority.${value}`) }))} />
        </Form.Item>
        <Form.Item name="msgType" label={t('announcement.audience')}>
          <Select options={MsgType.options.map((value) => ({ value, label: t(`announcement.audience.${value}`) }))} />
        </Form.Item>
        {msgType === 'USER' ? (
          <Form.Item
            name="userIds"
            label={t('announcement.people')}
            rules={[{ required: true, type: 'array', min: 1, message: t('announcement.peopleMissing') }]}
          >
            <PeopleField />
          </Form.Item>
        ) : null}
        <Form.Item name="startTime" label={t('announcement.from')} {...asText(TIME)}>
          <DatePicker showTime style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="endTime" label={t('announcement.until')} {...asText(TIME)}>
          <DatePicker showTime style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="openType" label={t('announcement.opens')}>
          <Select
            options={OpenType.options.map((value) => ({ value, label: t(`announcement.opens.${value || 'nothing'}`) }))}
          />
        </Form.Item>
        {openType ? (
          <Form.Item name="openPage" label={t('announcement.openPage')} rules={[required(t('announcement.openPage'))]}>
            <Input maxLength={300} autoComplete="off" placeholder={openType === 'url' ? 'https://' : undefined} />
          </Form.Item>
        ) : null}
      </div>
      <Form.Item
        name="homeImage"
        label={t('announcement.homeImage')}
        rules={[required(t('announcement.homeImage'))]}
        extra={t('announcement.homeImageHint')}
      >
        <PhotoField folder="announcement" />
      </Form.Item>
      <Form.Item
        name="msgContent"
        label={t('announcement.content')}
        required
        rules={[
          {
            // An empty editor still contains an empty paragraph.
            validator: async (_, value: unknown) => {
              const isEmpty = toPlain(typeof value === 'string' ? value : '') === ''
              if (isEmpty) throw new Error(t('crud.required', { label: t('announcement.content') }))
            },
          },
        ]}
      >
        <RichText label={t('announcement.content')} />
      </Form.Item>
    </>
  )
}

import { Input } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import { commentWordResource } from '#shared/features/comments/comment-words.contract.ts'

const Field = fieldsOf(commentWordResource.create, commentWordResource)

/** The words for which a comment gets a mark. */
export function CommentWordsPage() {
  const { t } = useText()
  const storeName = useStoreName()
  return (
    <CrudPage
      resource="commentWords"
      title="menu.commentWords"
      emptyHint="empty.commentWords"
      columns={[
        { name: 'word', sorter: true },
        { name: 'remark' },
        { name: 'sysOrgCode', render: ({ sysOrgCode }) => storeName(sysOrgCode) },
        { name: 'createBy', optional: true },
        { name: 'createTime', sorter: true, onCard: true },
      ]}
      filters={[<TextFilter key="word" name="word" />]}
      form={{
        noun: 'noun.commentWord',
        fields: (row) => (
          <>
            <Field name="word" extra={t('comment.wordHint')} check={isFree('comment_word', 'word', row?.id)}>
              <Input maxLength={40} autoComplete="off" />
            </Field>
            <Field name="remark">
              <Input maxLength={200} autoComplete="off" />
            </Field>
          </>
        ),
      }}
    />
  )
}

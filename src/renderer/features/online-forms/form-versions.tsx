import { useQuery } from '@tanstack/react-query'
import { Collapse, Drawer, Form, Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { RecordFields } from './record-fields.tsx'

interface FormVersionsProps {
  id: string
  name: string
  onClose(): void
}

/** The published versions of a form as they were, and how many records each has. */
export function FormVersions({ id, name, onClose }: FormVersionsProps) {
  const { t } = useText()
  const versions = useQuery({
    queryKey: ['crud', 'onlineForms', 'versions', id],
    queryFn: async () => (await client.onlineForms.versions({ query: { id } })).result,
  })
  return (
    <Drawer open size={720} title={t('form.versionsOf', { name })} onClose={onClose}>
      {versions.isPending ? <Skeleton active /> : null}
      {versions.error ? <ErrorBlock error={versions.error} retry={() => void versions.refetch()} /> : null}
      <Collapse
        items={(versions.data ?? []).map(({ version, publishedAt, publishedBy, records, definition }) => ({
          key: version,
          label: t('form.versionLine', { version, time: publishedAt, name: publishedBy, records }),
          children: (
            <Form layout="vertical" disabled>
              <RecordFields definition={definition} />
            </Form>
          ),
        }))}
      />
    </Drawer>
  )
}

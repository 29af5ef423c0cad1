import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { PrintsPort } from '#renderer/platform/platform.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PaperView } from '#renderer/ui/print/paper-view.tsx'
import type { PrintItem } from '#shared/ipc/prints.ts'

/** A preview of a paper of this terminal's printer, decoded from the bytes sent to it. */
export function PrintedPaper({ item, prints, onClose }: { item: PrintItem; prints: PrintsPort; onClose(): void }) {
  const { t } = useText()
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['printedPaper', item.jobId],
    queryFn: () => prints.paper(item.jobId),
  })
  return (
    <Modal open title={t('print.shown', { paper: item.ticketNo })} footer={null} onCancel={onClose}>
      {isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {error ? <ErrorBlock error={error} retry={() => void refetch()} /> : null}
      {data ? <PaperView paper={data} /> : null}
      {data === null ? <EmptyBlock title={t('print.shownNone')} /> : null}
    </Modal>
  )
}

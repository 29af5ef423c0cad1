import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { queryClient } from '#member/core/query.ts'
import { currentStore, currentToken, useSession } from '#member/core/session.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Empty } from '#member/ui/states.tsx'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'
import { StoreChoice } from './store-choice.tsx'
import { TopBar } from './top-bar.tsx'

const storeQuery = (store: string) =>
  queryOptions({
    queryKey: ['store', store],
    queryFn: async () => (await client.memberPage.store({ query: { store } })).result,
    enabled: store !== '',
  })

/** Asks for what the sign-in form shows before its texts are there. A failure is asked for again by the form, in its language. */
export function prepareSignIn(): void {
  const store = currentStore()
  if (currentToken() === null && store !== '') void queryClient.prefetchQuery(storeQuery(store))
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Start />
    </QueryClientProvider>
  )
}

function Start() {
  const { store, token } = useSession()
  // What one member has seen is not shown to the next.
  useEffect(() => {
    if (token === null) queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'store' })
  }, [token])
  return token === null ? <Outside storeKey={store} /> : <Shell />
}

/** Before the sign-in: the store of the address with its form, or the stores of a chain. */
function Outside({ storeKey }: { storeKey: string }) {
  const { t } = useText()
  const found = useQuery(storeQuery(storeKey))
  return (
    <div className="m-app">
      <TopBar title={found.data?.name ?? t('memberPage.title')} />
      <main className="m-main">
        {storeKey === '' ? (
          <Empty text={t('memberPage.noStore')} />
        ) : (
          <Answered query={found}>
            {({ stores, name }) => (stores.length > 0 ? <StoreChoice stores={stores} /> : <SignIn storeName={name} />)}
          </Answered>
        )}
      </main>
    </div>
  )
}

import { useState } from 'react'
import { type ManagedFund, readFunds } from '../../../admin-api/contract/funds.ts'
import { fundStates } from '../../../admin-api/contract/vocabulary.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { ChoiceFilter, Filters, TickerFilter } from '../Filters.tsx'
import { SectionFailure } from '../SectionFailure.tsx'
import { SectionIcon } from '../SectionIcon.tsx'
import { AddFund } from './AddFund.tsx'
import { ChangeFund } from './ChangeFund.tsx'
import { FundsTable } from './FundsTable.tsx'
import { stateNames } from './fund-words.ts'
import './funds.css'

const fundsQuery = createAdminQuery(readFunds)
const refreshEveryMs = 60_000

const noFilter = { ticker: '', state: '' as const }

type Open = { what: 'add' } | { what: 'change'; fund: ManagedFund }

/** Every fund with its state and its newest figures; what can be done to one opens on demand. */
export function Funds() {
  const { value, failure, refetch } = useAdminQuery(fundsQuery, {}, refreshEveryMs)
  const [filter, setFilter] = useState<{ ticker: string; state: (typeof fundStates)[number] | '' }>(noFilter)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const { ticker, state } = filter
  const shown = value?.funds.filter(
    (fund) => fund.symbol.startsWith(ticker) && (state === '' || fund.state === state)
  )

  return (
    <AdminSection
      titleId="funds-title"
      title="Funds"
      kicker="Who sails with us"
      icon={<SectionIcon name="pennant" />}
      tools={
        <button type="button" className="chip" onClick={() => setOpen({ what: 'add' })}>
          Add a Fund
        </button>
      }
    >
      <SectionFailure failure={failure} onRetry={() => void refetch()} />
      <Filters
        className="funds-filters"
        legend="Filter funds"
        isFiltered={ticker !== '' || state !== ''}
        onClear={() => setFilter(noFilter)}
      >
        <TickerFilter
          label="Fund symbol"
          ticker={ticker}
          onChange={(symbol) => setFilter({ ...filter, ticker: symbol })}
        />
        <ChoiceFilter
          label="State"
          options={fundStates}
          nameOf={(one) => stateNames[one]}
          chosen={state}
          onChoose={(one) => setFilter({ ...filter, state: one })}
        />
      </Filters>
      {value !== null && shown !== undefined && (
        <>
          <p className="admin-section__note" role="status">
            {shown.length} of {value.funds.length} funds
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <section className="funds-scroll" aria-label="List of funds" tabIndex={0}>
            <FundsTable funds={shown} onChange={(fund) => setOpen({ what: 'change', fund })} />
          </section>
        </>
      )}
      <Dialog isOpen={open?.what === 'add'} title="Add a fund" onClose={close}>
        <AddFund canAdd={value?.can_add ?? true} onDone={close} />
      </Dialog>
      <Dialog
        isOpen={open?.what === 'change'}
        title={open?.what === 'change' ? `Change ${open.fund.symbol}` : ''}
        onClose={close}
      >
        {open?.what === 'change' && <ChangeFund fund={open.fund} onDone={close} />}
      </Dialog>
    </AdminSection>
  )
}

import { saveHomeFunds } from '../../../admin-api/contract/funds.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { InputField } from '../fields.tsx'
import { FundForm, type TextOf } from './FundForm.tsx'

/** Chooses the funds that the home page lists first. */
export function HomeFunds({ symbols, onDone }: { symbols: readonly string[]; onDone: () => void }) {
  const call = (text: TextOf) =>
    callAdmin(saveHomeFunds, {
      tickers:
        text('tickers')
          .toUpperCase()
          .match(/[A-Z]+/g) ?? []
    })
  return (
    <FundForm doneTitle="Home Page Changed" call={call} onDone={onDone} buttons={{ text: 'Save List' }}>
      <p>
        The home page lists these funds first, in this order, then all others by issuer. Leave empty to
        restore the usual list.
      </p>
      <InputField label="Symbols" name="tickers" defaultValue={symbols.join(' ')} spellCheck={false} />
    </FundForm>
  )
}

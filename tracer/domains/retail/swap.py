"""Swap: which variants a customer wants instead, what they cost, and how that is said."""

from dataclasses import dataclass
from decimal import Decimal

from tracer.domains.playbook import Ask, Call, Concern, Mention, Notebook, Stuck
from tracer.domains.retail.material import refer, shorten
from tracer.domains.retail.phrases import join_words, phrase_option
from tracer.domains.state import Row


@dataclass(frozen=True, slots=True)
class Swap:
    """One item of an order and the variant it should become."""

    item: Row
    variant: Row

    @property
    def changed(self) -> dict[str, str]:
        """The options that change, with their new values."""
        old = self.item["options"]
        return {key: value for key, value in self.variant["options"].items() if value != old[key]}

    def write(self) -> str:
        """Return the swap in words: the goods, from what to what."""
        old = [phrase_option(key, self.item["options"][key]) for key in self.changed]
        new = [phrase_option(key, value) for key, value in self.changed.items()]
        return f"{refer(self.item['name'])} from {join_words(old)} to {join_words(new)}"

    def show(self) -> list[Mention]:
        """Return what the words show, in the customer's slots."""
        short = shorten(self.item["name"])
        changes = [Mention(f"change.{key}", value, short) for key, value in self.changed.items()]
        return [Mention("item", short), *changes]


def find_swap(concern: Concern, item: Row, notebook: Notebook) -> Swap | Call | Ask | Stuck:
    """Return the variant the customer wants for an item, or what is needed to know it."""
    product = notebook.look("get_product", product_id=item["product_id"])
    if product is None:
        return Call("get_product", {"product_id": item["product_id"]})
    short = shorten(item["name"])
    changes = {
        mention.slot.partition(".")[2]: mention.value for mention in concern.list("change", short)
    }
    if not changes:
        return Ask("change", {"about": refer(item["name"])})
    wanted = {**item["options"], **changes}
    for variant in product["variants"].values():
        if variant["options"] == wanted:
            return (
                Swap(item, variant) if variant["in_stock"] else Stuck(write_missing(item, changes))
            )
    return Stuck(write_missing(item, changes))


def write_missing(item: Row, changes: dict[str, str]) -> str:
    """Return that a variant can't be had."""
    wanted = join_words([phrase_option(key, value) for key, value in changes.items()])
    return f"{refer(item['name'])} in {wanted} can't be had at the moment"


def find_difference(swaps: list[Swap], notebook: Notebook) -> Decimal | Call:
    """Return what the new variants cost more than was paid, or the calculation needed first."""
    if all(Decimal(swap.variant["price"]) == Decimal(swap.item["price"]) for swap in swaps):
        return Decimal(0)
    new = " + ".join(swap.variant["price"] for swap in swaps)
    old = " - ".join(swap.item["price"] for swap in swaps)
    expression = f"{new} - {old}"
    result = notebook.look("calculate", expression=expression)
    return Call("calculate", {"expression": expression}) if result is None else Decimal(str(result))

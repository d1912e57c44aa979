import InkModel
import InkTestSupport
import Testing

@Suite struct OrderKeyTests {
  @Test func `a key between two others sorts between them, however often it is asked`() {
    var generator = SeededGenerator(seed: 7)
    var keys = [OrderKey.first, OrderKey.first.next]
    for _ in 0..<2_000 {
      let i = Int.random(in: 0..<(keys.count - 1), using: &generator)
      let key = OrderKey.between(keys[i], keys[i + 1])
      #expect(keys[i] < key && key < keys[i + 1])
      keys.insert(key, at: i + 1)
    }
    #expect(keys == keys.sorted())
    #expect(Set(keys).count == keys.count)
  }

  @Test func `squeezing into one gap never runs out`() {
    var (low, high) = (OrderKey.first, OrderKey.first.next)
    for i in 0..<300 {
      let key = OrderKey.between(low, high)
      #expect(low < key && key < high)
      if i % 2 == 0 { low = key } else { high = key }
    }
  }

  @Test func `a hundred thousand appended keys ascend and stay short`() {
    var key = OrderKey.first
    for _ in 0..<100_000 {
      let next = key.next
      #expect(key < next)
      key = next
    }
    #expect(key.text.utf8.count <= 5)
  }

  @Test func `keys below descend`() {
    var key = OrderKey.first
    for _ in 0..<5_000 {
      let previous = key.previous
      #expect(previous < key)
      key = previous
    }
    #expect(OrderKey.between(key, .first).previous < .first)
  }

  @Test(arguments: ["", "0", "a", "a0 ", "a00", "é0", "b0", "a0V0"])
  func `text that is no key is refused`(_ text: String) {
    #expect(OrderKey(text) == nil)
  }

  @Test func `a key survives as text`() {
    let key = OrderKey.between(.first, OrderKey.first.next)
    #expect(OrderKey(key.text) == key)
  }
}

"""Names that were made up to break the rules: what is one concept, and what is not."""

from __future__ import annotations

from itertools import combinations

import pytest
from made_papers import MadeConcept, extraction, node_of, resolved

SAME = [
    ("Method", ["$\\beta$-VAE", "β-VAE", "beta-VAE", "$\\beta$-VAEs"]),
    (
        "Method",
        ["$k$-nearest neighbours", "k-nearest neighbors", "k-nearest-neighbor", "K-Nearest Neighbours"],
    ),
    ("Method", ["Llama-3.1-8B", "Llama 3.1 8B", "LLaMA 3.1-8B", "llama3.1-8b"]),
    ("Dataset", ["MS COCO dataset", "MS-COCO", "MS COCO", "MSCOCO"]),
    ("Method", ["Schrödinger bridge", "Schrodinger bridges", 'Schr\\"odinger bridge']),
    ("Method", ["Nyström method", "Nystrom method", 'Nystr\\"om method']),
    ("Task", ["labelling", "labeling"]),
    ("Task", ["behavioural modelling", "behavioral modeling"]),
    ("Method", ["Fisher information matrices", "Fisher information matrix"]),
    ("Method", ["Q-learning", "Q learning", "$Q$-learning"]),
    ("Method", ["\\textsc{GraphSAGE}", "GraphSAGE", "GraphSage"]),
    ("Method", ["$\\epsilon$-greedy", "ε-greedy", "epsilon-greedy"]),
    ("Method", ["Bellman-Ford algorithm", "Bellman–Ford", "Bellman-Ford"]),
    (
        "Task",
        ["multi-hop question answering", "multihop question-answering", "Multi-hop Question Answering task"],
    ),
    ("Method", ["Dijkstra's algorithm", "Dijkstra’s algorithm", "Dijkstra algorithm"]),
    ("Metric", ["F1-score", "F1 score", "F1", "$F_1$", "F$_1$-score"]),
    ("Metric", ["ROUGE-L", "ROUGE L", "Rouge-L score"]),
    ("Dataset", ["CIFAR-10", "CIFAR10", "cifar-10 dataset"]),
    ("Method", ["ADAM", "Adam", "Adam optimizer", "Adam optimiser"]),
    (
        "Method",
        [
            "$\\ell_1$ regularization",
            "ℓ1 regularization",
            "l1 regularisation",
            "$L_1$-regularization",
            "$\\ell_1$-regularization",
        ],
    ),
    ("Method", ["$A^*$", "A*", "A* algorithm"]),
    ("Method", ["word2vec", "Word2Vec", "word2vec model"]),
    ("Dataset", ["Natural Questions", "NaturalQuestions"]),
    ("Task", ["image-to-image translation", "image to image translation"]),
    ("Method", ["VAE-GAN", "VAE/GAN"]),
    ("Task", ["semi-supervised learning", "semisupervised learning", "semi supervised learning"]),
    ("Task", ["time-series forecasting", "time series forecasting", "timeseries forecasting"]),
    ("Method", ["ﬁne-tuning", "fine-tuning", "finetuning"]),
    ("Method", ["Monte-Carlo tree search", "Monte Carlo Tree Search", "Monte Carlo tree searches"]),
    ("Task", ["anomaly detection problem", "anomaly detection", "Anomaly Detection task"]),
    ("Method", ["graph convolutional networks", "Graph Convolutional Network"]),
    ("Method", ["GCNs", "GCN"]),
    ("Method", ["long short-term memory", "Long Short Term Memory", "long-short-term memory"]),
    ("Method", ["bi-directional LSTM", "bidirectional LSTM", "Bidirectional LSTMs"]),
    ("Task", ["visual question-answering", "Visual Question Answering", "visual question answering (VQA)"]),
    ("Task", ["text summarisation", "text summarization", "summarization of text"]),
    (
        "Task",
        ["multi-label classification", "multilabel classification", "multi label classification problem"],
    ),
    ("Method", ["Stein's method", "Stein method", "Stein’s method"]),
    ("Method", ["Hölder continuity", "Holder continuity", 'H\\"older continuity']),
    ("Method", ["Erdős–Rényi graphs", "Erdos-Renyi graph", "Erd\\H{o}s-R\\'enyi graph"]),
    (
        "Method",
        [
            "mixture-of-experts",
            "mixture of experts",
            "Mixture-of-Expert",
            "Mixture of Experts (MoE)",
            "mixtures of experts",
        ],
    ),
    ("Method", ["U-Net", "UNet", "U-net", "U-Net architecture"]),
    ("Method", ["\\textbf{LoRA}", "LoRA", "*LoRA*", "`LoRA`", "LoRA method"]),
    ("Dataset", ["The Pile", "the Pile", "Pile"]),
    ("Dataset", ["Penn Treebank", "Penn Tree Bank", "Penn Treebank dataset"]),
    ("Method", ["Adam", "\\texttt{Adam}", "{\\sc Adam}", "Adam optimizer"]),
    ("Method", ["log-linear model", "loglinear models", "log linear model"]),
    ("Metric", ["BLEU", "BLEU score", "BLEU scores", "Bleu"]),
    ("Metric", ["top-1 accuracy", "Top-1 Accuracy", "top 1 accuracy"]),
    ("Metric", ["mean average precision (mAP)", "mean average precision", "Mean Average Precision"]),
    (
        "Metric",
        ["Fréchet inception distance", "Frechet Inception Distance", "Fréchet Inception Distance (FID)"],
    ),
    ("Method", ["NVIDIA's Megatron", "NVIDIA Megatron"]),
    ("Task", ["3-D reconstruction", "3D reconstruction", "three-dimensional reconstruction"]),
    (
        "Method",
        ["Kullback–Leibler divergence", "Kullback-Leibler divergence", "Kullback-Leibler Divergences"],
    ),
    ("Method", ["GPT-4", "GPT 4", "gpt-4", "GPT4", "GPT-4 model"]),
    ("Task", ["few-shot learning", "fewshot learning", "few shot learning", "Few-Shot Learning"]),
    ("Method", ["Wasserstein GANs", "Wasserstein GAN", "Wasserstein-GAN"]),
    ("Method", ["naïve Bayes", "naive Bayes", "Naive Bayes"]),
    ("Method", ["data-augmentation", "data augmentations", "Data augmentation technique"]),
    ("Method", ["Gauss–Newton method", "Gauss-Newton"]),
    ("Method", ["Metropolis-Hastings algorithm", "Metropolis–Hastings", "Metropolis Hastings algorithm"]),
    ("Task", ["grey-scale colourisation", "gray-scale colorization", "grayscale colorization"]),
    ("Method", ["$\\mathcal{O}(n)$ attention", "O(n) attention"]),
    ("Method", ["${\\rm CO}_2$ model", "CO2 model", "CO$_2$ model"]),
    ("Method", ["\\emph{Dreamer}V3", "DreamerV3", "Dreamer-V3", "Dreamer V3"]),
    ("Method", ["beta VAE", "beta-VAE", "Beta VAE", "β-VAE"]),
    ("Method", ["lambda calculus", "lambda-calculus", "$\\lambda$-calculus"]),
    ("Method", ["nu-SVM", "$\\nu$-SVM"]),
    ("Method", ["AlphaZero", "Alpha Zero", "Alpha-Zero"]),
    ("Method", ["maximum a posteriori", "maximum-a-posteriori", "Maximum a Posteriori"]),
    ("Method", ["follow the regularized leader", "Follow-the-Regularized-Leader"]),
    (
        "Task",
        ["vision-and-language navigation", "vision and language navigation", "vision-language navigation"],
    ),
    ("Method", ["squeeze-and-excitation network", "Squeeze and Excitation Networks"]),
    ("Task", ["5-shot classification", "5-Shot Classification", "five-shot classification"]),
    ("Method", ["non-Gaussian models", "Non-Gaussian Models"]),
    ("Method", ["semi-parametric models", "Semi-Parametric Models"]),
    ("Method", ["hidden Markov models", "Hidden-Markov Models"]),
    ("Method", ["LoRA (low-rank adaptation)", "low-rank adaptation", "low-rank adaptation (LoRA)"]),
    ("Method", ["k-means", "k-means algorithm", "$k$-means method"]),
    ("Method", ["t-SNE", "$t$-SNE algorithm"]),
    ("Method", ["Q-learning", "Q-learning algorithm"]),
    ("Method", ["Llama 3.1 8B", "Llama-3.1-8B model", "Llama 3.1 8B models"]),
    ("Method", ["gradient descent", "gradient descent algorithm"]),
    ("Task", ["natural language inference", "natural language inference task"]),
    ("Dataset", ["MovieLens-1M", "MovieLens 1M", "MovieLens1M"]),
    ("Method", ["Qwen2.5-7B-Instruct", "Qwen 2.5 7B Instruct", "Qwen-2.5-7B-instruct"]),
    ("Method", ["node2vec", "Node2Vec", "node2vec algorithm"]),
]
"""Type, and names of one concept, each in a paper of its own."""
DIFFERENT = [
    ("Method", ["GPT-3", "GPT-3.5", "GPT-4", "GPT-4o", "GPT-4V", "GPT-4 Turbo"]),
    ("Method", ["Llama 3 8B", "Llama 3.1 8B", "Llama 3.1 70B", "Llama 3.2 3B"]),
    ("Dataset", ["CIFAR-10", "CIFAR-100", "CIFAR-10-C", "CIFAR-10.1"]),
    ("Method", ["SimCLR", "SimCSE", "SimSiam"]),
    ("Method", ["GAN", "GAT", "GCN", "GNN", "GIN"]),
    ("Task", ["object detection", "3D object detection", "salient object detection"]),
    ("Task", ["text-to-image generation", "image-to-text generation"]),
    ("Task", ["speech-to-text", "text-to-speech"]),
    ("Method", ["ResNet-50", "ResNet-101", "ResNeXt-50", "ResNet-5"]),
    ("Method", ["T5", "mT5", "Flan-T5", "T5-11B", "BYT5"]),
    ("Method", ["BERT", "RoBERTa", "ALBERT", "DistilBERT", "BERT-base", "BERT-large"]),
    ("Method", ["DQN", "DDQN", "DQN-Nature"]),
    ("Method", ["RNN", "CNN", "R-CNN"]),
    ("Method", ["TD3", "TD", "TD(0)", "TD(λ)"]),
    ("Method", ["ELMo", "Elmo-2"]),
    ("Dataset", ["SQuAD", "SQuAD 2.0", "SQuADShifts"]),
    ("Dataset", ["MNIST", "EMNIST", "Fashion-MNIST"]),
    ("Dataset", ["SNLI", "MNLI", "XNLI", "ANLI"]),
    ("Dataset", ["WMT14", "WMT16", "WMT 2014 En-De"]),
    ("Method", ["C", "C++", "C#"]),
    ("Method", ["batch normalization", "layer normalization", "group normalization"]),
    ("Task", ["adversarial attack", "adversarial defense"]),
    ("Method", ["on-policy learning", "off-policy learning"]),
    ("Method", ["L1 regularization", "L2 regularization"]),
    ("Metric", ["recall@1", "recall@5", "recall@10"]),
    ("Metric", ["precision", "average precision", "mean average precision"]),
    ("Method", ["convex optimization", "nonconvex optimization", "non-smooth optimization"]),
    ("Method", ["upper confidence bound", "lower confidence bound"]),
    ("Method", ["A*", "A", "A3C", "A2C"]),
    ("Task", ["classification", "multi-class classification", "multi-label classification"]),
    ("Method", ["SAC", "SAC-Discrete"]),
    ("Method", ["S4", "S5", "S6"]),
    ("Method", ["EM", "GEM"]),
    ("Method", ["LoRA", "QLoRA", "DoRA"]),
    ("Task", ["learning to rank", "rank learning"]),
    ("Method", ["Phi-2", "Phi-3"]),
    ("Method", ["$\\alpha$-divergence", "$f$-divergence", "$\\beta$-divergence"]),
    ("Task", ["question answering", "question generation"]),
    ("Method", ["encoder", "decoder", "encoder-decoder"]),
    ("Method", ["symmetric matrix", "asymmetric matrix"]),
    ("Task", ["domain adaptation", "domain generalization"]),
    ("Method", ["Qwen2", "Qwen2.5", "Qwen2-VL", "Qwen2.5-VL", "Qwen2 7B", "Qwen2 72B"]),
    ("Method", ["ViT-B/16", "ViT-B/32", "ViT-L/16"]),
    ("Task", ["image captioning", "image retrieval", "video captioning"]),
    ("Method", ["actor-critic", "soft actor-critic", "actor"]),
    (
        "Method",
        [
            "supervised learning",
            "unsupervised learning",
            "self-supervised learning",
            "semi-supervised learning",
        ],
    ),
    ("Task", ["English-to-German translation", "German-to-English translation"]),
    ("Task", ["video-to-text retrieval", "text-to-video retrieval"]),
    ("Method", ["bottom-up attention", "top-down attention"]),
    ("Method", ["pre-training", "post-training", "re-training"]),
    ("Method", ["homogeneous graph", "heterogeneous graph"]),
    ("Method", ["Mamba", "Mamba-2", "VMamba"]),
    ("Dataset", ["VQA", "VQAv2", "OK-VQA", "TextVQA"]),
    ("Method", ["CLIP", "BLIP", "BLIP-2", "SigLIP", "OpenCLIP"]),
    ("Method", ["YOLOv5", "YOLOv8", "YOLO"]),
    ("Method", ["Adam", "AdamW", "AdaGrad", "AdaMax"]),
    ("Method", ["DPO", "PPO", "KTO", "IPO"]),
    ("Method", ["EGNN", "GNN", "EEGNN"]),
    ("Method", ["ARIMA", "ARMA", "SARIMA"]),
    ("Method", ["TRPO", "PPO", "CPO"]),
    ("Method", ["MAML", "FOMAML", "iMAML"]),
    ("Method", ["DETR", "RT-DETR", "Deformable DETR"]),
    ("Dataset", ["GLUE", "SuperGLUE", "KLUE"]),
    ("Metric", ["sensitivity", "specificity"]),
    ("Metric", ["accuracy", "balanced accuracy", "inaccuracy"]),
    ("Metric", ["MSE", "RMSE", "NMSE"]),
    ("Metric", ["BLEU-1", "BLEU-4"]),
    ("Metric", ["AUC", "AUPRC", "AUROC"]),
    ("Task", ["learning dynamics", "dynamics learning"]),
    ("Task", ["model-based planning", "model-free planning"]),
    ("Task", ["intra-class variation", "inter-class variation"]),
    ("Method", ["L2 loss", "L1 loss"]),
    ("Method", ["2D convolution", "3D convolution", "1D convolution"]),
    ("Method", ["local attention", "global attention"]),
    ("Method", ["Adam", "AdamS"]),
    ("Metric", ["QoS", "Qo"]),
    ("Method", ["Type 2 model", "Type 2"]),
    ("Method", ["inference", "inference method"]),
    ("Task", ["text and image retrieval", "text-image retrieval"]),
    ("Method", ["Phi-3-mini", "Phi-3-medium", "Phi-3.5-mini"]),
    ("Method", ["Mistral 7B", "Mixtral 8x7B", "Mixtral 8x22B"]),
    ("Method", ["o1", "o3", "o1-mini"]),
]
"""Type, and names of as many concepts."""
PAPERS = [
    (
        [
            [("Metric", ["MAE", "mean absolute error"])],
            [("Method", ["MAE", "masked autoencoder"])],
            [("Metric", ["MAE"])],
        ],
        [((0, "MAE"), (2, "MAE"))],
        [((0, "MAE"), (1, "MAE"))],
    ),
    (
        [[("Method", ["MAE"])], [("Metric", ["MAE"])]],
        [],
        [((0, "MAE"), (1, "MAE"))],
    ),
    (
        [
            [("Method", ["IB", "information bottleneck"])],
            [("Method", ["IB (information bottleneck)"])],
            [("Method", ["information bottleneck (IB)"])],
        ],
        [((0, "IB"), (1, "IB (information bottleneck)")), ((0, "IB"), (2, "information bottleneck (IB)"))],
        [],
    ),
    (
        [
            [("Method", ["RL", "reinforcement learning"])],
            [("Method", ["reinforcement learning", "RL"])],
            [("Task", ["offline RL"])],
            [("Task", ["offline reinforcement learning"])],
            [("Method", ["RL agents"])],
            [("Method", ["reinforcement learning agent"])],
        ],
        [
            ((2, "offline RL"), (3, "offline reinforcement learning")),
            ((4, "RL agents"), (5, "reinforcement learning agent")),
        ],
        [],
    ),
    (
        [
            [("Method", ["conditional random field", "CRF"])],
            [("Method", ["continuous response function", "CRF"])],
            [("Method", ["CRF"])],
        ],
        [],
        [((0, "CRF"), (1, "CRF")), ((0, "CRF"), (2, "CRF"))],
    ),
    (
        [
            [("Method", ["support vector machines", "SVMs"])],
            [("Method", ["SVM"])],
            [("Method", ["support-vector machine (SVM)"])],
            [("Method", ["SVM classifier"])],
        ],
        [((0, "SVMs"), (1, "SVM")), ((0, "SVMs"), (2, "support-vector machine (SVM)"))],
        [],
    ),
    (
        [
            [("Method", ["PINNs", "physics-informed neural networks"])],
            [("Method", ["PINN"])],
            [("Method", ["physics informed neural network"])],
        ],
        [((0, "PINNs"), (1, "PINN")), ((0, "PINNs"), (2, "physics informed neural network"))],
        [],
    ),
    (
        [
            [("Method", ["CoT", "chain-of-thought"])],
            [("Method", ["chain of thought (CoT) prompting"])],
            [("Method", ["CoT"])],
        ],
        [((0, "CoT"), (2, "CoT"))],
        [],
    ),
    (
        [
            [("Method", ["GNNs", "graph neural networks"])],
            [("Method", ["GNN-based model"])],
            [("Method", ["graph neural network based model"])],
        ],
        [((1, "GNN-based model"), (2, "graph neural network based model"))],
        [],
    ),
    (
        [
            [("Dataset", ["COCO", "Common Objects in Context"])],
            [("Dataset", ["COCO"])],
            [("Dataset", ["Common Objects in Context"])],
        ],
        [((0, "COCO"), (1, "COCO")), ((0, "COCO"), (2, "Common Objects in Context"))],
        [],
    ),
    (
        [
            [("Method", ["AMP", "approximate message passing"])],
            [("Method", ["AMP", "adversarial motion priors"])],
            [("Method", ["AMP"])],
            [("Method", ["approximate message passing"])],
            [("Method", ["adversarial motion prior"])],
        ],
        [((0, "AMP"), (3, "approximate message passing")), ((1, "AMP"), (4, "adversarial motion prior"))],
        [
            ((0, "AMP"), (1, "AMP")),
            ((3, "approximate message passing"), (4, "adversarial motion prior")),
            ((2, "AMP"), (0, "AMP")),
            ((2, "AMP"), (1, "AMP")),
        ],
    ),
    (
        [
            [("Method", ["PPO", "proximal policy optimization"])],
            [("Method", ["PPO"])],
            [("Method", ["Proximal Policy Optimisation"])],
            [("Method", ["PPO algorithm"])],
        ],
        [
            ((0, "PPO"), (1, "PPO")),
            ((0, "PPO"), (2, "Proximal Policy Optimisation")),
            ((0, "PPO"), (3, "PPO algorithm")),
        ],
        [],
    ),
    (
        [
            [("Method", ["GAN", "generative adversarial networks"])],
            [("Method", ["conditional GAN"])],
            [("Method", ["conditional generative adversarial network"])],
            [("Method", ["GANs"])],
        ],
        [
            ((1, "conditional GAN"), (2, "conditional generative adversarial network")),
            ((0, "GAN"), (3, "GANs")),
        ],
        [((0, "GAN"), (1, "conditional GAN"))],
    ),
    (
        [
            [("Method", ["MPC", "model predictive control"])],
            [("Method", ["MPC", "secure multi-party computation"])],
            [("Method", ["MPC", "model predictive control"])],
            [("Method", ["MPC"])],
            [("Task", ["MPC"])],
        ],
        [],
        [((0, "MPC"), (1, "MPC")), ((3, "MPC"), (4, "MPC")), ((1, "MPC"), (3, "MPC"))],
    ),
    (
        [
            [("Method", ["ML", "machine learning"])],
            [("Method", ["ML", "maximum likelihood"])],
            [("Method", ["ML models"])],
            [("Method", ["machine learning models"])],
        ],
        [],
        [((0, "ML"), (1, "ML"))],
    ),
    (
        [
            [("Task", ["ASR", "automatic speech recognition"])],
            [("Task", ["ASR"])],
            [("Metric", ["ASR", "attack success rate"])],
            [("Metric", ["ASR"])],
        ],
        [((0, "ASR"), (1, "ASR")), ((2, "ASR"), (3, "ASR"))],
        [((0, "ASR"), (2, "ASR")), ((1, "ASR"), (3, "ASR"))],
    ),
    (
        [
            [("Method", ["KL divergence"])],
            [("Method", ["Kullback-Leibler divergence", "KL divergence"])],
            [("Method", ["Kullback-Leibler (KL) divergence"])],
        ],
        [
            ((0, "KL divergence"), (1, "KL divergence")),
            ((1, "KL divergence"), (2, "Kullback-Leibler (KL) divergence")),
        ],
        [],
    ),
    (
        [
            [("Task", ["NMT", "neural machine translation"])],
            [("Task", ["multilingual NMT"])],
            [("Task", ["multilingual neural machine translation"])],
        ],
        [((1, "multilingual NMT"), (2, "multilingual neural machine translation"))],
        [],
    ),
    (
        [
            [("Method", ["ViTs", "vision transformers"])],
            [("Method", ["Vision Transformer (ViT)"])],
            [("Method", ["ViT"])],
            [("Method", ["ViT model"])],
            [("Method", ["visual transformer"])],
        ],
        [
            ((0, "ViTs"), (1, "Vision Transformer (ViT)")),
            ((0, "ViTs"), (2, "ViT")),
            ((0, "ViTs"), (3, "ViT model")),
            ((0, "ViTs"), (4, "visual transformer")),
        ],
        [],
    ),
    (
        [
            [("Method", ["variational auto-encoder", "VAE"])],
            [("Method", ["variational autoencoders"])],
            [("Method", ["Variational Auto Encoder (VAE)"])],
            [("Method", ["conditional VAE"])],
            [("Method", ["conditional variational autoencoder", "CVAE"])],
        ],
        [
            ((0, "VAE"), (1, "variational autoencoders")),
            ((0, "VAE"), (2, "Variational Auto Encoder (VAE)")),
            ((3, "conditional VAE"), (4, "CVAE")),
        ],
        [((0, "VAE"), (4, "CVAE"))],
    ),
    (
        [
            [("Task", ["IR", "information retrieval"])],
            [("Dataset", ["IR"])],
            [("Task", ["infrared imaging"])],
            [("Task", ["IR imaging", "infrared imaging"])],
        ],
        [],
        [((0, "IR"), (1, "IR")), ((0, "IR"), (3, "IR imaging"))],
    ),
    (
        [
            [("Method", ["SSL", "self-supervised learning"])],
            [("Method", ["SSL", "semi-supervised learning"])],
            [("Method", ["SSL", "self-supervised learning"])],
            [("Method", ["graph SSL"])],
            [("Method", ["graph self-supervised learning"])],
            [("Method", ["graph semi-supervised learning"])],
        ],
        [],
        [
            ((4, "graph self-supervised learning"), (5, "graph semi-supervised learning")),
            ((0, "SSL"), (1, "SSL")),
        ],
    ),
]
"""Papers with the forms of their concepts; (paper, form) that are the same; those that are not."""


def put(papers: list[list[tuple[str, list[str]]]]) -> dict[tuple[int, str], str]:
    """The concept of each form of each paper."""
    made = []
    for number, concepts in enumerate(papers):
        roles: list[MadeConcept] = [
            (kind, "addressed" if kind == "Task" else "used", forms) for kind, forms in concepts
        ]
        made.append(extraction(str(number), *roles))
    found = resolved(made)
    return {
        (number, form): node_of(found, str(number), form)
        for number, concepts in enumerate(papers)
        for _, forms in concepts
        for form in forms
    }


@pytest.mark.parametrize(("kind", "names"), SAME)
def test_one_concept(kind: str, names: list[str]) -> None:
    assert len(set(put([[(kind, [name])] for name in names]).values())) == 1


@pytest.mark.parametrize(("kind", "names"), DIFFERENT)
def test_as_many_concepts(kind: str, names: list[str]) -> None:
    found = put([[(kind, [name])] for name in names])
    for one, other in combinations(found.items(), 2):
        assert one[1] != other[1], (one[0][1], other[0][1])


@pytest.mark.parametrize(("papers", "same", "different"), PAPERS)
def test_papers_say_what_their_acronyms_stand_for(
    papers: list[list[tuple[str, list[str]]]],
    same: list[tuple[tuple[int, str], tuple[int, str]]],
    different: list[tuple[tuple[int, str], tuple[int, str]]],
) -> None:
    found = put(papers)
    for one, other in same:
        assert found[one] == found[other]
    for one, other in different:
        assert found[one] != found[other]
